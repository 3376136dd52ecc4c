-- Passkeys (WebAuthn credentials) of people.
create table passkeys (
  id bigint generated always as identity constraint passkeys_pkey primary key,
  user_id bigint not null constraint passkeys_user_fkey references users,
  -- base64url, as browsers send it
  credential_id text not null constraint passkeys_credential_id_key unique,
  public_key bytea not null,
  -- How often it signed; always 0 for passkeys that are synchronized.
  counter bigint not null constraint passkeys_counter_not_negative check (counter >= 0),
  transports text[] not null,
  name text not null constraint passkeys_name_length check (length(name) between 1 and 80),
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);
