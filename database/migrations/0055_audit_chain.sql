-- The hash chain over the audit entries. A link names an entry without a foreign key, so that a deleted entry is noticed.
create table audit_chain (
  position bigint constraint audit_chain_pkey primary key,
  entry_id bigint not null constraint audit_chain_entry_id_key unique,
  hash bytea not null constraint audit_chain_hash_size check (length(hash) = 32)
);
-- complete_to: every entry up to this one has its link, and no open transaction can add one below it. That becomes true of seen_to
-- when every transaction has ended that was open at seen_at.
create table audit_chain_cursor (
  is_only boolean not null default true constraint audit_chain_cursor_pkey primary key constraint audit_chain_cursor_only check (is_only),
  complete_to bigint not null default 0,
  seen_to bigint not null default 0,
  seen_at timestamptz not null default clock_timestamp()
);
insert into audit_chain_cursor default values;
