-- Who may sign in, and the sessions they have open.
create table users (
  id bigint generated always as identity primary key,
  email text not null constraint users_email_shape check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 320),
  name text not null,
  roles text[] not null constraint users_roles_known check (roles <@ array['ROLE_ADMIN', 'ROLE_USER'] and cardinality(roles) > 0),
  -- argon2id; null for somebody who cannot sign in
  password_hash text,
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  invited_at timestamptz,
  -- access tokens that say other roles are refused from then on
  roles_changed_at timestamptz,
  -- sealed; until it is confirmed it asks for nothing
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- the step of the last code that was taken: none is taken twice
  totp_last_step bigint,
  -- When somebody was last seen outlives their sessions, which are forgotten a month after their end. Null: never.
  last_seen_at timestamptz
);
create unique index users_email_key on users (lower(email));
create index users_roles_changed_at on users (roles_changed_at) where roles_changed_at is not null;

-- One sign-in on one device. Its refresh tokens form a family: when a used one comes back, the session ends.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null constraint sessions_user_fkey references users,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
    constraint sessions_end_reason_known check (end_reason in ('SIGNED_OUT', 'TOKEN_REPLAYED', 'PASSWORD_RESET', 'DEACTIVATED')),
  -- kept for 30 days; else over when the browser is closed, or after twelve hours without a call
  is_remembered boolean not null default true,
  last_seen_at timestamptz not null default now(),
  user_agent text,
  -- sha-256 of a cookie: which browser it is
  device_hash bytea,
  -- From where a session was opened: an address, or its network. Null for those of before.
  address text,
  constraint sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_ended_at on sessions (ended_at) where ended_at is not null;
create index sessions_started_at on sessions (started_at, id);
create index sessions_user_started_at on sessions (user_id, started_at, id);

create table refresh_tokens (
  -- sha-256 of the token; the token itself is never stored
  token_hash bytea primary key,
  session_id uuid not null constraint refresh_tokens_session_fkey references sessions on delete cascade,
  issued_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_session_id on refresh_tokens (session_id);

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
create index account_links_at on account_links (created_at, id);
create index account_links_created_by_at on account_links (created_by, created_at, id);

-- Failed sign-ins per key (an address, an account, both together) within a window.
create table sign_in_failures (
  key text primary key,
  failures integer not null constraint sign_in_failures_positive check (failures > 0),
  window_ends_at timestamptz not null
);
create index sign_in_failures_window_ends_at on sign_in_failures (window_ends_at);

-- Each sign-in that was refused for its password or its code: for which account, and from where. The limit's counts
-- (sign_in_failures) expire within minutes and are taken back; this is what people look back on.
create table failed_sign_ins (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  address text not null,
  user_id bigint constraint failed_sign_ins_user_fkey references users
);
create index failed_sign_ins_at on failed_sign_ins (at, id);
create index failed_sign_ins_user_at on failed_sign_ins (user_id, at, id);

-- What a person has chosen and wants to find again, by its name in the contract.
create table user_settings (
  user_id bigint not null constraint user_settings_user_fkey references users,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, name)
);
