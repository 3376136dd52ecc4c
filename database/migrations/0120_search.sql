-- What the search of everything reads beside the indexes that were there: the beginnings of codes, and the words of titles.

create index locations_code_start on locations (upper(code) text_pattern_ops);
create index locations_name_start on locations (upper(name) text_pattern_ops) where name is not null;
create index listings_seller_sku_start on listings (upper(seller_sku) text_pattern_ops);
create index listings_fnsku_start on listings (upper(fnsku) text_pattern_ops);
create index listings_asin_start on listings (upper(asin) text_pattern_ops);
create index products_item_code_start on products (upper(item_code) text_pattern_ops);
create index purchase_orders_number_start on purchase_orders (upper(po_number) text_pattern_ops);
create index packing_lists_shipment_start on packing_lists (upper(shipment_id) text_pattern_ops);
create index packing_lists_label_start on packing_lists (upper(label) text_pattern_ops);
create index packing_lists_tracking_start on packing_lists (upper(tracking_number) text_pattern_ops) where tracking_number is not null;
create index purchase_orders_vendor_start on purchase_orders (upper(vendor) text_pattern_ops, id) where vendor is not null;
create index orders_order_id_start on orders (order_id text_pattern_ops);
create index vendor_invoices_number_start on vendor_invoices (upper(number) text_pattern_ops);
create index return_cases_tracking_start on return_cases (upper(tracking_number) text_pattern_ops);
create index return_cases_order_start on return_cases (upper(order_id) text_pattern_ops);
create index return_cases_lpn_start on return_cases (upper(lpn) text_pattern_ops) where lpn <> '';
create index return_cases_amazon_case_start on return_cases (upper(amazon_case_id) text_pattern_ops) where amazon_case_id <> '';
create index return_cases_reimbursement_start on return_cases (upper(reimbursement_id) text_pattern_ops) where reimbursement_id <> '';

-- Every word of a product's title, once. A word with a typo is looked up here, among some ten thousand words, not in a
-- million titles; words with digits are models and sizes, without end, and nobody can guess them. A word stays when the last
-- title with it has gone: it then finds nothing.
create table title_words (
  word text collate "C" primary key
);
create index title_words_like on title_words using gin (word gin_trgm_ops);

create function note_title_words() returns trigger language plpgsql as $$
begin
  insert into title_words (word)
  select distinct word collate "C" from written, unnest(tsvector_to_array(to_tsvector('simple', title))) as word
  where word !~ '[0-9]' and length(word) between 3 and 40
  -- In one order: two files of products wait for each other rather than both for ever.
  order by 1 on conflict do nothing;
  return null;
end $$;
create trigger products_words_added after insert on products referencing new table as written
  for each statement execute function note_title_words();
create trigger products_words_changed after update on products referencing new table as written
  for each statement execute function note_title_words();

insert into title_words (word)
select distinct word from products, unnest(tsvector_to_array(to_tsvector('simple', title))) as word
where word !~ '[0-9]' and length(word) between 3 and 40;
