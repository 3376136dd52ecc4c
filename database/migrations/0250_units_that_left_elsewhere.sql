-- A piece that was shipped elsewhere keeps which unit left for it: nobody else gets that one, and it can be put back.
alter table order_pieces drop constraint order_pieces_unit,
  add constraint order_pieces_unit check (state = 'CLOSED' or (unit_id is not null) = (state in ('RESERVED', 'SHIPPED')));
