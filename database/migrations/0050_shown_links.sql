-- Without a mail server, the person who creates a link sees it once, and nobody reads it later.
alter table account_links add column is_shown boolean not null default false;
-- Stored mails contained their links.
update mails set content = null where kind in ('password', 'invitation') and state in ('KEPT', 'FAILED');
