-- Seller accounts that aren't ours. The marketplace doesn't report names: people enter them, and several accounts may share one.
create table competitors (
  id integer generated always as identity primary key,
  seller_id text not null constraint competitors_seller_id_length check (length(seller_id) between 1 and 100),
  -- the seller id until a person enters a name
  name text not null constraint competitors_name_length check (length(name) between 1 and 100),
  -- false: neither sampled nor reported
  is_watched boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index competitors_seller_id_key on competitors (seller_id);
create index competitors_name on competitors (name);

-- Offers of new products: the one furthest below the MAP for each competitor, ASIN and day.
create table map_snapshots (
  day date not null,
  asin text not null,
  competitor_id integer not null constraint map_snapshots_competitor_fkey references competitors,
  price numeric(12, 2) not null,
  shipping numeric(12, 2) not null,
  -- the price that was compared with the MAP, with or without shipping as the settings said at that time
  compared numeric(12, 2) not null,
  map numeric(11, 2) not null,
  is_violation boolean not null generated always as (compared < map) stored,
  read_at timestamptz not null,
  primary key (day, asin, competitor_id)
);
create index map_snapshots_violations on map_snapshots (competitor_id, day, asin) where is_violation;

-- The data of the chart: on how many ASINs the accounts of one name were below the MAP. Written with the snapshots.
create table map_violation_days (
  name text not null,
  day date not null,
  violations integer not null,
  primary key (name, day)
);
create index map_violation_days_day on map_violation_days (day) include (violations);

-- The ASINs that were sampled, and whether the marketplace reported only the lowest offers.
create table map_samples (
  day date not null,
  asin text not null,
  is_cut_short boolean not null,
  primary key (day, asin)
);

-- The counts of the samples, written with them.
create table map_sample_days (
  day date primary key,
  asins integer not null,
  cut_short integer not null
);

create table map_settings (
  is_only boolean primary key default true constraint map_settings_one_row check (is_only),
  -- whether the price compared with the MAP includes shipping
  counts_shipping boolean not null default true
);

insert into map_settings default values;
