-- What a file made of an item's words, for its history; as the old ones, kept where the words have changed.
alter table price_list_changes
  add column new_item_code text,
  add column new_product_title text,
  add column new_vendor text;
