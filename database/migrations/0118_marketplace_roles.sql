-- The roles of the marketplace account, as the last test of the connection found them.
create table marketplace_roles (
  role text not null constraint marketplace_roles_pkey primary key,
  state text not null constraint marketplace_roles_state_known check (state in ('GRANTED', 'MISSING', 'UNKNOWN')),
  message text,
  checked_at timestamptz not null
);
