-- What a sign-in that takes several calls must present again: the state of single sign-on, the challenge of a passkey, the
-- ticket for a second step. Each works once, in the browser or the session that asked for it.
create table sign_in_challenges (
  -- sha-256 of the state, challenge or ticket
  token_hash bytea constraint sign_in_challenges_pkey primary key,
  purpose text not null constraint sign_in_challenges_purpose_known check (
    purpose in ('SINGLE_SIGN_ON', 'CONNECT', 'VERIFY_SINGLE_SIGN_ON', 'PASSKEY', 'ADD_PASSKEY', 'VERIFY_PASSKEY', 'SECOND_STEP')),
  -- sha-256 of the cookie that identifies the browser; null for a signed-in person, whose session it is bound to
  device_hash bytea,
  -- The session that asked; null before a sign-in.
  user_id bigint constraint sign_in_challenges_user_fkey references users on delete cascade,
  session_id uuid constraint sign_in_challenges_session_fkey references sessions on delete cascade,
  -- Encrypted: what the second call needs to know of the first.
  sealed text not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_expires_at on sign_in_challenges (expires_at);
create index sign_in_challenges_user_id on sign_in_challenges (user_id) where user_id is not null;
create index sign_in_challenges_session_id on sign_in_challenges (session_id) where session_id is not null;

-- An account of the identity provider, and the person whom it signs in.
create table external_identities (
  id bigint generated always as identity constraint external_identities_pkey primary key,
  user_id bigint not null constraint external_identities_user_fkey references users,
  issuer text not null,
  subject text not null,
  -- As the provider named it at the last sign-in.
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint external_identities_subject_key unique (issuer, subject),
  constraint external_identities_user_issuer_key unique (user_id, issuer)
);

-- How a session began: PASSWORD, PASSKEY or SINGLE_SIGN_ON.
alter table sessions add column signed_in_by text not null default 'PASSWORD';
-- Whether its sign-in proved two factors, as a passkey does and a provider may.
alter table sessions add column is_two_step boolean not null default false;
-- Encrypted: the provider's ID token, which its sign-out asks for.
alter table sessions add column sealed_id_token text;
