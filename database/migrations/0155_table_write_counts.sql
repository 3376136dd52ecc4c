-- How many rows of each table were written until a moment, by the server's own count: what its usual work is shows only in
-- several of them. Loading a table once is none.
create table table_write_counts (
  table_oid bigint not null,
  at timestamptz not null,
  writes bigint not null,
  primary key (table_oid, at)
);
