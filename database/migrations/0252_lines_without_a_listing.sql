-- Lines whose SKU the catalogue does not know: they are searched by their own title. There are few of them.
create index order_pieces_unlisted on order_pieces (order_id, item_id) where listing_id is null and nth = 1;
