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
