-- Replaced by the unique index stock_movements_undone, which has no entry for a movement that undoes nothing.
alter table stock_movements drop constraint stock_movements_undoes_key;
