-- Keys with which programs make calls on behalf of the administrator who created them. Only a hash of each key is stored.
create table api_keys (
  id bigint generated always as identity constraint api_keys_pkey primary key,
  name text not null,
  -- SHA-256 of the key.
  token_hash bytea not null constraint api_keys_token_hash_key unique,
  -- The last characters, by which people recognize a key.
  hint text not null,
  -- Permissions, see contract/src/permissions.ts.
  scopes text[] not null,
  -- Addresses and networks from which the key works; empty for all.
  allowed_addresses text[] not null default '{}',
  created_by bigint not null constraint api_keys_created_by_fkey references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by bigint constraint api_keys_revoked_by_fkey references users,
  -- Written at most once a minute.
  last_used_at timestamptz,
  last_used_address text,
  constraint api_keys_expiry check (expires_at > created_at)
);
create index api_keys_created_by on api_keys (created_by);
create index api_keys_revoked_by on api_keys (revoked_by) where revoked_by is not null;
