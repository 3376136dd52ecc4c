-- no transaction
-- Every decision about a quantity looks for announced units of its SKU.
create index concurrently if not exists marketplace_reads_skus on marketplace_reads using gin (skus) where skus is not null;
