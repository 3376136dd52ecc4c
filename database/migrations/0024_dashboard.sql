-- Units in and out, and scans, by hour and person. In less out is how the stock changed.
create table movement_sums (
  hour timestamptz not null,
  kind text not null constraint movement_sums_kind_known check (kind in ('RECEIVED', 'RETURNED', 'SHIPPED', 'REMOVED', 'SCAN')),
  actor_id bigint,
  quantity bigint not null
);
create index movement_sums_hour on movement_sums (hour);

-- Orders that we shipped, by the day on which they were due: how many, and how many of them late.
create table shipment_sums (
  due_on date not null,
  shipped bigint not null,
  late bigint not null
);
create index shipment_sums_due_on on shipment_sums (due_on);

-- Money of cases: what open ones ask for (no day), what was claimed by the day of filing, what was paid by the day of
-- the decision. A case that is paid and not decided counts on the day of its last change. Amounts that are unknown are
-- counted.
create table case_sums (
  kind text not null constraint case_sums_kind_known check (kind in ('OPEN', 'NEEDS_PHOTOS', 'CLAIMED', 'PAID')),
  day date,
  cases bigint not null,
  amount numeric not null,
  unknown bigint not null,
  constraint case_sums_day check ((day is null) = (kind in ('OPEN', 'NEEDS_PHOTOS')))
);
create index case_sums_kind on case_sums (kind, day);

-- What takes a look at all of the stock: worked out every ten minutes, and carried on from there by what moved since.
create table slow_figures (
  name text primary key constraint slow_figures_name_known check (name in ('STOCK_VALUE', 'OUT_OF_SYNC', 'MAP_ASINS')),
  value numeric not null,
  -- units whose cost is known, and of which nobody knows it
  known bigint not null default 0,
  unknown bigint not null default 0,
  -- up to which movement it knows the stock
  movement_id bigint not null,
  at timestamptz not null
);

-- What a figure was at the end of a day (UTC), where nothing tells it afterwards.
create table figure_days (
  day date not null,
  name text not null,
  value numeric not null,
  primary key (day, name)
);

-- How fast the pages feel, as daily sums: bounded by screens and metrics, whatever the traffic.
create table page_vitals (
  day date not null,
  screen text not null,
  metric text not null constraint page_vitals_metric_known check (metric in ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
  samples bigint not null,
  good bigint not null,
  poor bigint not null,
  value_sum double precision not null,
  primary key (day, screen, metric)
);
