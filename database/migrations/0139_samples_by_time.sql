-- no transaction
-- The import of offers takes the products with the oldest samples first, some at a time; without it each time reads all samples and listings.
create index concurrently if not exists offer_samples_read_at on offer_samples (read_at, asin);
