-- Accepted does not mean live: some minutes after a job's end a sample of its changes is read from the marketplace.
create table listing_rereads (
  job_id bigint not null,
  seller_sku text not null,
  -- what the marketplace shows
  price numeric(12, 2),
  quantity integer,
  read_at timestamptz,
  -- LIVE: as the job was told; DRIFT: otherwise; SUPERSEDED: something newer was sent meanwhile, so it tells nothing
  result text constraint listing_rereads_result_known check (result in ('LIVE', 'DRIFT', 'SUPERSEDED')),
  note text,
  constraint listing_rereads_pkey primary key (job_id, seller_sku),
  constraint listing_rereads_change_fkey foreign key (job_id, seller_sku) references listing_changes on delete cascade,
  constraint listing_rereads_read check ((read_at is null) = (result is null))
);
create index listing_rereads_unread on listing_rereads (job_id, seller_sku) where result is null;
-- The rejected ones of a job, which may be tried again.
create index listing_changes_rejected on listing_changes (job_id, seller_sku) where outcome = 'REJECTED';
