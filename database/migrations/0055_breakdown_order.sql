-- SKUs and ASINs are sorted by their letters' codes, the same on every installation and in the program, which merges the
-- parts of an export itself.
drop index pricing_decisions_by_sku;
drop index pricing_decisions_by_asin;
create index pricing_decisions_by_sku on pricing_decisions (job_id, pricing_method, seller_sku collate "C", id);
create index pricing_decisions_by_asin on pricing_decisions (job_id, pricing_method, asin collate "C", id);
