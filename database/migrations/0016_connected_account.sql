-- The account that was connected last: another one means that what the marketplace told so far is another seller's.
create table connected_account (
  id smallint primary key default 1 constraint connected_account_single check (id = 1),
  seller_id text not null,
  marketplace_id text not null
);
