-- SKUs and ASINs are sorted by their letters' codes, the same on every installation and in the program, which merges the
-- parts of an export itself. `nulls first` because the pages ask for it: an index of another order is not used, though
-- neither column is ever null.
drop index pricing_decisions_by_sku;
drop index pricing_decisions_by_asin;
create index pricing_decisions_by_sku on pricing_decisions (job_id, pricing_method, seller_sku collate "C" nulls first, id);
create index pricing_decisions_by_asin on pricing_decisions (job_id, pricing_method, asin collate "C" nulls first, id);
