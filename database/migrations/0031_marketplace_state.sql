-- The newest knowledge of each listing on the marketplace, whichever way it came: a report of all listings, a change that the
-- marketplace accepted, or a listing that was read again. Each value has the time at which it was true, and its source.
alter table marketplace_listings
  add column price_at timestamptz not null default now(),
  add column price_source text not null default 'REPORT'
    constraint marketplace_listings_price_source_known check (price_source in ('REPORT', 'ACCEPTED', 'READ')),
  add column quantity_at timestamptz not null default now(),
  add column quantity_source text not null default 'REPORT'
    constraint marketplace_listings_quantity_source_known check (quantity_source in ('REPORT', 'ACCEPTED', 'READ')),
  -- of the status, of gone_at, and of what describes the listing
  add column status_at timestamptz not null default now(),
  add column status_source text not null default 'REPORT'
    constraint marketplace_listings_status_source_known check (status_source in ('REPORT', 'ACCEPTED', 'READ')),
  -- when the marketplace last accepted a change from us
  add column accepted_at timestamptz;

update marketplace_listings m set
  price = case when a.price_at > o.changed_at then a.price else o.price end,
  price_at = case when a.price_at > o.changed_at then a.price_at else o.changed_at end,
  price_source = case when a.price_at > o.changed_at then 'ACCEPTED' else 'REPORT' end,
  quantity = case when a.quantity_at > o.changed_at then a.quantity else o.quantity end,
  quantity_at = case when a.quantity_at > o.changed_at then a.quantity_at else o.changed_at end,
  quantity_source = case when a.quantity_at > o.changed_at then 'ACCEPTED' else 'REPORT' end,
  status_at = coalesce(o.gone_at, o.changed_at),
  accepted_at = greatest(a.price_at, a.quantity_at)
from marketplace_listings o left join listing_acknowledgements a on a.seller_sku = o.seller_sku
where o.seller_sku = m.seller_sku;

-- Every import updates the times of all listings, so their pages need room for it.
alter table marketplace_listings set (fillfactor = 80);

-- listing_acknowledgements and marketplace_listings.changed_at stay for now, for a server of the version before, which may still
-- run. A later migration drops them.
