-- The beginning of an order's number is found by its own index: for a beginning that all vendors share the trigrams of number
-- and vendor name every row.
create index vendor_credits_number_start on vendor_credits (upper(po_number) text_pattern_ops);
