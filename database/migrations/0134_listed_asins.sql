-- no transaction
-- The import of catalog data takes the listed ASINs in their order, some at a time; without it each time reads all listings.
create index concurrently if not exists marketplace_listings_listed_asin on marketplace_listings (upper(asin)) where gone_at is null;
