-- Mails leave from here: written in the transaction of their cause, sent afterwards.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null constraint mails_recipient_shape check (recipient ~ '^[^@\s]+@[^@\s]+$'),
  subject text not null constraint mails_subject_one_line check (subject !~ '[\r\n]'),
  -- lines, and where its links lead; null once it has left: a link in it is nobody else's business
  content jsonb,
  -- the same cause writes it once
  key text constraint mails_key_key unique,
  state text not null default 'QUEUED'
    constraint mails_state_known check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'KEPT')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Whom an answer goes to: a person wrote the mail.
  reply_to text constraint mails_reply_to_shape check (reply_to ~ '^[^@\s]+@[^@\s]+$'),
  -- Mails that were kept while there was no mail server, and that an administrator then decided to leave unsent.
  left_at timestamptz
);
create index mails_due on mails (next_attempt_at) where state in ('QUEUED', 'SENDING');
create index mails_kept on mails (created_at) where state = 'KEPT' and left_at is null;

-- Files that leave with a mail, and are forgotten with what it said.
create table mail_attachments (
  mail_id bigint not null constraint mail_attachments_mail_fkey references mails on delete cascade,
  name text not null,
  media_type text not null,
  content bytea not null,
  primary key (mail_id, name)
);
