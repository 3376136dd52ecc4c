-- The columns that people chose for files with the same headers, for every kind of file.
create table file_columns (
  kind text not null,
  -- SHA-256 of the headers.
  headers bytea not null,
  columns jsonb not null,
  chosen_by bigint not null constraint file_columns_chosen_by_fkey references users,
  chosen_at timestamptz not null,
  constraint file_columns_pkey primary key (kind, headers)
);
create index file_columns_chosen_by on file_columns (chosen_by);
