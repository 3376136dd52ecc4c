-- Seller accounts on the marketplace that are not ours. The marketplace tells no names: people give them, and several
-- accounts may share one.
create table competitors (
  id integer generated always as identity primary key,
  seller_id text not null constraint competitors_seller_id_length check (length(seller_id) between 1 and 100),
  -- the seller id until somebody names it
  name text not null constraint competitors_name_length check (length(name) between 1 and 100),
  -- false: neither sampled nor reported
  is_watched boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index competitors_seller_id_key on competitors (seller_id);
create index competitors_name on competitors (name);

-- Offers of new products: one per competitor, ASIN and day, the one furthest below the MAP of its moment.
create table map_snapshots (
  day date not null,
  asin text not null,
  competitor_id integer not null constraint map_snapshots_competitor_fkey references competitors,
  price numeric(12, 2) not null,
  shipping numeric(12, 2) not null,
  -- the price that was compared with the MAP: with shipping or without, as the settings said then
  compared numeric(12, 2) not null,
  map numeric(11, 2) not null,
  is_violation boolean not null generated always as (compared < map) stored,
  read_at timestamptz not null,
  primary key (day, asin, competitor_id)
);
create index map_snapshots_violations on map_snapshots (competitor_id, day, asin) where is_violation;

-- What the chart draws: on how many ASINs the watched accounts of one name were below the MAP. Written with the
-- snapshots.
create table map_violation_days (
  name text not null,
  day date not null,
  violations integer not null,
  primary key (name, day)
);
create index map_violation_days_day on map_violation_days (day) include (violations);

-- Which ASINs were sampled, and of which the marketplace told only the lowest offers.
create table map_samples (
  day date not null,
  asin text not null,
  is_cut_short boolean not null,
  primary key (day, asin)
);

-- How many they were. Written with the samples.
create table map_sample_days (
  day date primary key,
  asins integer not null,
  cut_short integer not null
);

create table map_settings (
  is_only boolean primary key default true constraint map_settings_one_row check (is_only),
  -- whether the price that is compared with the MAP includes shipping
  counts_shipping boolean not null default true
);

insert into map_settings default values;
