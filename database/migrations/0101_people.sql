-- People: who was invited, what makes a session go on, and a second factor.

alter table users
  add column invited_at timestamptz,
  -- access tokens that say other roles are refused from then on
  add column roles_changed_at timestamptz,
  -- sealed; until it is confirmed it asks for nothing
  add column totp_secret text,
  add column totp_confirmed_at timestamptz,
  -- the step of the last code that was taken: none is taken twice
  add column totp_last_step bigint;
create index users_roles_changed_at on users (roles_changed_at) where roles_changed_at is not null;

create table recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint recovery_codes_user_fkey references users,
  -- sha-256; the code is shown once
  code_hash bytea not null constraint recovery_codes_code_hash_key unique,
  used_at timestamptz
);
create index recovery_codes_user_id on recovery_codes (user_id);

-- A mailed link with which somebody sets a password, once.
create table account_links (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint account_links_user_fkey references users,
  purpose text not null constraint account_links_purpose_known check (purpose in ('INVITATION', 'PASSWORD')),
  -- sha-256 of the token; the token itself stands in the mail alone
  token_hash bytea not null constraint account_links_token_hash_key unique,
  created_by bigint constraint account_links_created_by_fkey references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- a newer link took its place
  revoked_at timestamptz
);
create index account_links_user_id on account_links (user_id);
create index account_links_created_by on account_links (created_by);

alter table sessions
  -- kept for 30 days; else over when the browser is closed, or after twelve hours without a call
  add column is_remembered boolean not null default true,
  add column last_seen_at timestamptz not null default now(),
  add column user_agent text,
  -- sha-256 of a cookie: which browser it is
  add column device_hash bytea;

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
  state text not null default 'QUEUED' constraint mails_state_known check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'KEPT')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_due on mails (next_attempt_at) where state in ('QUEUED', 'SENDING');

create table email_settings (
  is_only boolean primary key default true constraint email_settings_one_row check (is_only),
  enabled boolean not null default false,
  recipients text[] not null default '{}',
  batch_process_notifications boolean not null default false
);
insert into email_settings default values;

-- What people are told of.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint notifications_user_fkey references users,
  kind text not null,
  title text not null,
  body text,
  -- what it is about, and where that is
  record_kind text not null,
  record_id text not null,
  path text not null constraint notifications_path_shape check (path ~ '^/[^/]'),
  -- the same cause tells a person once
  key text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  snoozed_until timestamptz,
  -- false for who wants to hear of it by mail alone
  is_shown boolean not null default true,
  -- waits for the daily mail
  is_for_digest boolean not null default false,
  constraint notifications_key unique (user_id, key)
);
create index notifications_user_id on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_for_digest on notifications (user_id) where is_for_digest;
create index notifications_created_at on notifications (created_at);

-- How somebody wants to hear of a kind, where it is not the usual way.
create table notification_channels (
  user_id bigint not null constraint notification_channels_user_fkey references users,
  kind text not null,
  in_app boolean not null,
  email text not null constraint notification_channels_email_known check (email in ('NONE', 'NOW', 'DAILY')),
  primary key (user_id, kind)
);
