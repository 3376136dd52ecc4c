-- Outgoing mail: written in the transaction of its cause, sent afterwards.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null constraint mails_recipient_shape check (recipient ~ '^[^@\s]+@[^@\s]+$'),
  subject text not null constraint mails_subject_one_line check (subject !~ '[\r\n]'),
  -- lines and link targets; null once it is sent, because the links are private
  content jsonb,
  -- the same cause writes one mail
  key text constraint mails_key_key unique,
  state text not null default 'QUEUED'
    constraint mails_state_known check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'KEPT')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The reply address, for mail that a person wrote.
  reply_to text constraint mails_reply_to_shape check (reply_to ~ '^[^@\s]+@[^@\s]+$'),
  -- Set when an administrator decides not to send mail that was stored while there was no mail server.
  discarded_at timestamptz
);
create index mails_due on mails (next_attempt_at) where state in ('QUEUED', 'SENDING');
create index mails_stored on mails (created_at) where state = 'KEPT' and discarded_at is null;

-- Attachments, deleted together with the content of the mail.
create table mail_attachments (
  mail_id bigint not null constraint mail_attachments_mail_fkey references mails on delete cascade,
  name text not null,
  media_type text not null,
  content bytea not null,
  primary key (mail_id, name)
);
