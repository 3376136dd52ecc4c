-- Seals over the stock ledger: each covers the movements up to last_id that the seal before does not cover, and follows from it.
create table ledger_seals (
  position bigint constraint ledger_seals_pkey primary key,
  last_id bigint not null constraint ledger_seals_last_id_key unique,
  movements integer not null constraint ledger_seals_movements_positive check (movements > 0),
  hash bytea not null constraint ledger_seals_hash_size check (length(hash) = 32),
  sealed_at timestamptz not null
);
-- seen_to: no open transaction can add a movement up to this id once every transaction has ended that was open at seen_at.
create table ledger_seal_cursor (
  is_only boolean not null default true constraint ledger_seal_cursor_pkey primary key constraint ledger_seal_cursor_only check (is_only),
  seen_to bigint not null default 0,
  seen_at timestamptz not null default clock_timestamp()
);
insert into ledger_seal_cursor default values;
