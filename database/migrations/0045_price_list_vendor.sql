-- A vendor's name in full finds that vendor's items without a search through words that a hundred thousand others share.
create index price_list_items_vendor on price_list_items (lower(vendor), id);
