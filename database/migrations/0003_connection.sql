-- The credentials that an administrator entered, encrypted. There is at most one account.
create table marketplace_credentials (
  id smallint primary key default 1 constraint marketplace_credentials_single check (id = 1),
  seller_id text not null,
  marketplace_id text not null,
  -- AES-256-GCM under a key that is not in the database
  sealed text not null,
  entered_by bigint constraint marketplace_credentials_entered_by_fkey references users,
  entered_at timestamptz not null
);
create index marketplace_credentials_entered_by on marketplace_credentials (entered_by);

-- The account that was connected last. When another one is connected, the imported data belongs to another seller.
create table connected_account (
  id smallint primary key default 1 constraint connected_account_single check (id = 1),
  seller_id text not null,
  marketplace_id text not null
);

-- Rate limits and last results of each marketplace operation, shared by all processes.
create table marketplace_health (
  operation text primary key,
  rate double precision not null,
  burst double precision not null,
  tokens double precision not null,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  updated_at timestamptz not null
);
