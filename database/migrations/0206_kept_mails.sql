-- Mails that were kept while there was no mail server, and that an administrator then decided to leave unsent.
alter table mails add column left_at timestamptz;
create index mails_kept on mails (created_at) where state = 'KEPT' and left_at is null;
