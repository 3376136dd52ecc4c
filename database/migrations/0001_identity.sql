-- Who may sign in, and the sessions they have open.

create table users (
  id bigint generated always as identity primary key,
  email text not null constraint users_email_shape check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 320),
  name text not null,
  roles text[] not null constraint users_roles_known
    check (roles <@ array['ROLE_ADMIN', 'ROLE_USER'] and cardinality(roles) > 0),
  -- argon2id; null for somebody who cannot sign in
  password_hash text,
  deactivated_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

-- One sign-in on one device. Its refresh tokens form a family: when a used one comes back, the session ends.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null constraint sessions_user_fkey references users,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint sessions_end_reason_known
    check (end_reason in ('SIGNED_OUT', 'TOKEN_REPLAYED', 'PASSWORD_RESET', 'DEACTIVATED')),
  constraint sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_ended_at on sessions (ended_at) where ended_at is not null;

create table refresh_tokens (
  -- sha-256 of the token; the token itself is never stored
  token_hash bytea primary key,
  session_id uuid not null constraint refresh_tokens_session_fkey references sessions on delete cascade,
  issued_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_session_id on refresh_tokens (session_id);

-- Failed sign-ins per key (an address, an account, both together) within a window.
create table sign_in_failures (
  key text primary key,
  failures integer not null constraint sign_in_failures_positive check (failures > 0),
  window_ends_at timestamptz not null
);
create index sign_in_failures_window_ends_at on sign_in_failures (window_ends_at);
