-- As of which change of its order a recipient is known: buyers change their address. Of those kept before, nobody knows.
alter table order_recipients add column order_updated_at timestamptz;
