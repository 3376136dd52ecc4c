-- Which verification of a piece stands: an accept names the one that it belongs to, so that one that was sent before shipping
-- was undone cannot ship what was verified again since.
create sequence order_verification_ids;
alter table order_pieces
  add column verification_id bigint,
  add constraint order_pieces_verification check (verification_id is null or verified_unit_id is not null);
