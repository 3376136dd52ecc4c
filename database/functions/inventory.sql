create or replace function forbid_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'stock_movements is append-only: record an opposite movement instead';
end $$;
create or replace trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function forbid_ledger_change();
create or replace trigger stock_movements_no_truncate before truncate on stock_movements
  for each statement execute function forbid_ledger_change();
