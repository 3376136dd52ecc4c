-- What people did with the stock, newest first: behind the thousands of reservations that orders make by themselves it would
-- be far to look.
create index stock_movements_of_people on stock_movements (id) where actor_id is not null and type <> 'STATUS_CHANGE';
