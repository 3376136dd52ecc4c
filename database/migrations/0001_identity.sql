-- People who may sign in.
create table users (
  id bigint generated always as identity primary key,
  email text not null constraint users_email_shape check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 320),
  name text not null,
  roles text[] not null constraint users_roles_known check (roles <@ array['ROLE_ADMIN', 'ROLE_USER'] and cardinality(roles) > 0),
  -- argon2id; null while the person can't sign in
  password_hash text,
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  invited_at timestamptz,
  -- access tokens from before this moment that name other roles are refused
  roles_changed_at timestamptz,
  -- encrypted; not asked for at sign-in until it is confirmed
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- the time step of the last accepted code, so that no code is accepted twice
  totp_last_step bigint,
  -- Stored here because sessions are deleted a month after their end. Null: never seen.
  last_seen_at timestamptz
);
create unique index users_email_key on users (lower(email));
create index users_roles_changed_at on users (roles_changed_at) where roles_changed_at is not null;

-- One sign-in on one device. Its refresh tokens form a family: when a used token is presented again, the session ends.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null constraint sessions_user_fkey references users,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
    constraint sessions_end_reason_known check (end_reason in ('SIGNED_OUT', 'TOKEN_REPLAYED', 'PASSWORD_RESET', 'DEACTIVATED')),
  -- true: lasts 30 days. false: ends with the browser, or after twelve hours without a call.
  is_remembered boolean not null default true,
  last_seen_at timestamptz not null default now(),
  user_agent text,
  -- sha-256 of a cookie that identifies the browser
  device_hash bytea,
  -- The address, or its network. Null for old sessions.
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
  -- sha-256; the code itself is shown once
  code_hash bytea not null constraint recovery_codes_code_hash_key unique,
  used_at timestamptz
);
create index recovery_codes_user_id on recovery_codes (user_id);

-- A mailed link that lets a person set a password, once.
create table account_links (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint account_links_user_fkey references users,
  purpose text not null constraint account_links_purpose_known check (purpose in ('INVITATION', 'PASSWORD')),
  -- sha-256 of the token; only the mail has the token itself
  token_hash bytea not null constraint account_links_token_hash_key unique,
  created_by bigint constraint account_links_created_by_fkey references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- set when a newer link replaces this one
  revoked_at timestamptz
);
create index account_links_user_id on account_links (user_id);
create index account_links_created_by on account_links (created_by);
create index account_links_at on account_links (created_at, id);
create index account_links_created_by_at on account_links (created_by, created_at, id);

-- Counts of failed sign-ins within a window, by address, account, and both together: the rate limit.
create table sign_in_failures (
  key text primary key,
  failures integer not null constraint sign_in_failures_positive check (failures > 0),
  window_ends_at timestamptz not null
);
create index sign_in_failures_window_ends_at on sign_in_failures (window_ends_at);

-- Every refused sign-in, for the sign-in history. sign_in_failures can't serve for that: its counts expire within minutes.
create table failed_sign_ins (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  address text not null,
  user_id bigint constraint failed_sign_ins_user_fkey references users
);
create index failed_sign_ins_at on failed_sign_ins (at, id);
create index failed_sign_ins_user_at on failed_sign_ins (user_id, at, id);

-- A person's saved choices, by their name in the contract.
create table user_settings (
  user_id bigint not null constraint user_settings_user_fkey references users,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, name)
);
