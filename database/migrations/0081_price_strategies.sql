-- How people want single listings to be priced. Without a row, or with one that is off, the rules of the syncs hold.
create table price_strategies (
  listing_id bigint not null constraint price_strategies_pkey primary key constraint price_strategies_listing_fkey references listings,
  is_on boolean not null default false,
  strategy text not null
    constraint price_strategies_strategy_known check (strategy in ('LOWEST_PRICE', 'MATCH', 'UNDERCUT', 'STAY_AT_MAP', 'FOLLOW_FEATURED')),
  undercut_amount numeric(12,2) constraint price_strategies_amount_positive check (undercut_amount > 0),
  undercut_percent numeric(4,1) constraint price_strategies_percent_range check (undercut_percent > 0 and undercut_percent <= 50),
  when_alone text not null default 'KEEP' constraint price_strategies_alone_known check (when_alone in ('KEEP', 'MAP', 'MAXIMUM')),
  -- Only this seller's offers count; null for all.
  competitor_seller_id text,
  never_below_map boolean not null default false,
  minimum numeric(12,2) constraint price_strategies_minimum_positive check (minimum > 0),
  maximum numeric(12,2),
  -- The hours in which it is in force; null for always. 1 is Monday; no days mean all. Times are minutes of the day.
  schedule_days smallint[],
  schedule_from smallint constraint price_strategies_from_range check (schedule_from between 0 and 1439),
  schedule_until smallint constraint price_strategies_until_range check (schedule_until between 0 and 1439),
  schedule_zone text,
  version integer not null default 1,
  constraint price_strategies_limits check (maximum >= coalesce(minimum, 0.01)),
  constraint price_strategies_undercut check (strategy <> 'UNDERCUT' or num_nonnulls(undercut_amount, undercut_percent) = 1),
  constraint price_strategies_schedule check (num_nonnulls(schedule_days, schedule_from, schedule_until, schedule_zone) in (0, 4))
);

-- The last decision of each strategy, with all reasons.
create table price_strategy_results (
  listing_id bigint not null constraint price_strategy_results_pkey primary key constraint price_strategy_results_listing_fkey references listings,
  decided_at timestamptz not null,
  wanted numeric(12,2),
  held_by text,
  held_reason text,
  explanation jsonb not null,
  -- The job that sends or holds the price; null when it stayed.
  job_id bigint constraint price_strategy_results_job_fkey references listing_jobs on delete set null
) with (fillfactor=80);
create index price_strategy_results_held on price_strategy_results (listing_id) where held_by is not null;
create index price_strategy_results_job on price_strategy_results (job_id) where job_id is not null;

-- Listings whose prices are to be decided again, once for any number of causes.
create table price_checks (
  listing_id bigint not null constraint price_checks_pkey primary key constraint price_checks_listing_fkey references listings,
  version bigint not null default 1,
  since timestamptz not null
);

-- Offers of all sellers as they were sampled, when they differed from the sample before. They replay the past for a simulation.
create table offer_history (
  asin text not null,
  condition_group text not null constraint offer_history_group_known check (condition_group in ('New', 'Used')),
  read_at timestamptz not null,
  -- An array of condition, seller, is_own, price, shipping, is_featured; money in cents.
  offers jsonb not null,
  constraint offer_history_pkey primary key (asin, condition_group, read_at)
);
create index offer_history_read_at on offer_history (read_at);
