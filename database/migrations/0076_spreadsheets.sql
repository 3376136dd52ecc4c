-- Files of our own records: uploaded, checked, applied in one transaction, and undone.
create table spreadsheets (
  id bigint generated always as identity constraint spreadsheets_pkey primary key,
  kind text not null,
  file_name text not null constraint spreadsheets_file_name_length check (length(file_name) between 1 and 255),
  headers text[] not null,
  header_row integer not null,
  -- The position of each column in the file.
  columns jsonb not null,
  are_remembered boolean not null default false,
  row_count integer not null constraint spreadsheets_row_count_positive check (row_count > 0),
  -- SHA-256 of the columns and the cells that were checked.
  digest text,
  state text not null default 'UPLOADING'
    constraint spreadsheets_state_known check (state in ('UPLOADING', 'CHECKING', 'CHECKED', 'APPLYING', 'APPLIED', 'UNDOING', 'UNDONE')),
  -- Whether 05/12/2026 is May 12 in this file; null before its check.
  is_month_first boolean,
  run_id bigint,
  done integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  same_count integer not null default 0,
  wrong_count integer not null default 0,
  failure text,
  created_by bigint not null constraint spreadsheets_created_by_fkey references users,
  created_at timestamptz not null,
  applied_by bigint constraint spreadsheets_applied_by_fkey references users,
  applied_at timestamptz,
  undone_by bigint constraint spreadsheets_undone_by_fkey references users,
  undone_at timestamptz
);
create index spreadsheets_digest on spreadsheets (digest) where state = 'APPLIED';
create index spreadsheets_created_by on spreadsheets (created_by);
create index spreadsheets_applied_by on spreadsheets (applied_by);
create index spreadsheets_undone_by on spreadsheets (undone_by);

create table spreadsheet_rows (
  spreadsheet_id bigint not null constraint spreadsheet_rows_spreadsheet_fkey references spreadsheets on delete cascade,
  row_number integer not null,
  cells text[] not null,
  state text constraint spreadsheet_rows_state_known check (state in ('NEW', 'CHANGED', 'SAME', 'WRONG')),
  -- The values that were read, by column; empty cells are absent.
  record jsonb,
  -- Two rows of a file with the same key are the same record.
  keys text[],
  problems jsonb not null default '[]',
  before jsonb,
  -- What the row locks when it is applied.
  target jsonb,
  constraint spreadsheet_rows_pkey primary key (spreadsheet_id, row_number)
);
create index spreadsheet_rows_states on spreadsheet_rows (spreadsheet_id, state, row_number);

-- The changes that applied files made, for their undo.
create table spreadsheet_changes (
  spreadsheet_id bigint not null constraint spreadsheet_changes_spreadsheet_fkey references spreadsheets,
  row_number integer not null,
  record_id text not null,
  -- Recognizes the row in a later file, for records that have no key of their own.
  row_key text,
  before jsonb,
  after jsonb not null,
  constraint spreadsheet_changes_pkey primary key (spreadsheet_id, row_number)
);
create index spreadsheet_changes_row_key on spreadsheet_changes (row_key) where row_key is not null;
