-- A unit that a scan adds gets the id of the movement that adds it (add_units), so that a page of units finds those movements by their
-- key instead of in the index of each partition. All other units take an id of the same sequence, which no unit and no movement has.
-- Each unit has a movement, so the sequence is beyond all units.
alter table units alter column id drop identity;
alter table units alter column id set default nextval('stock_movements_id_seq');
