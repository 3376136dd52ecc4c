-- Units in and out, and scans, by hour and person. In minus out is the change of the stock.
create table movement_sums (
  hour timestamptz not null,
  kind text not null constraint movement_sums_kind_known check (kind in ('RECEIVED', 'RETURNED', 'SHIPPED', 'REMOVED', 'SCAN')),
  actor_id bigint,
  quantity bigint not null
);
create index movement_sums_hour on movement_sums (hour);

-- Shipped orders by due date: how many, and how many of them late.
create table shipment_sums (
  due_on date not null,
  shipped bigint not null,
  late bigint not null
);
create index shipment_sums_due_on on shipment_sums (due_on);

-- Amounts of cases: open ones (without a day), claims by the day of filing, and payments by the day of the decision, or of the last change
-- while there is no decision. Cases of unknown amount are counted.
create table case_sums (
  kind text not null constraint case_sums_kind_known check (kind in ('OPEN', 'NEEDS_PHOTOS', 'CLAIMED', 'PAID')),
  day date,
  cases bigint not null,
  amount numeric not null,
  unknown bigint not null,
  constraint case_sums_day check ((day is null) = (kind in ('OPEN', 'NEEDS_PHOTOS')))
);
create index case_sums_kind on case_sums (kind, day);

-- Figures that need all of the stock: calculated every ten minutes, and updated from there by the movements since.
create table slow_figures (
  name text primary key constraint slow_figures_name_known check (name in ('STOCK_VALUE', 'OUT_OF_SYNC', 'MAP_ASINS')),
  value numeric not null,
  -- units of known and of unknown cost
  known bigint not null default 0,
  unknown bigint not null default 0,
  -- the last movement that is included
  movement_id bigint not null,
  at timestamptz not null
);

-- The values of figures at the end of a day (UTC), for figures that can't be calculated afterwards.
create table figure_days (
  day date not null,
  name text not null,
  value numeric not null,
  primary key (day, name)
);

-- Page speed as daily sums, bounded by screens and metrics.
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
