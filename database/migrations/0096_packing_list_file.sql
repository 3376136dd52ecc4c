-- The paper that came with a shipment, or its picture: one small file of a list, kept and saved with it.
create table packing_list_files (
  packing_list_id bigint constraint packing_list_files_pkey primary key constraint packing_list_files_list_fkey references packing_lists,
  name text not null constraint packing_list_files_name_length check (length(name) between 1 and 200),
  content bytea not null constraint packing_list_files_size check (length(content) between 1 and 10485760),
  uploaded_by bigint not null constraint packing_list_files_uploaded_by_fkey references users,
  uploaded_at timestamptz not null default now()
);
create index packing_list_files_uploaded_by on packing_list_files (uploaded_by);
