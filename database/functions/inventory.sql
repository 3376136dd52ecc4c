create or replace trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function refuse_change('stock_movements is append-only: record an opposite movement instead');
