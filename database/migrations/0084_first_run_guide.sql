-- The company that uses this installation; no row until an administrator enters it.
create table company_settings (
  is_only boolean not null default true constraint company_settings_pkey primary key constraint company_settings_one_row check (is_only),
  name text not null constraint company_settings_name_length check (length(name) between 1 and 100),
  time_zone text not null,
  version integer not null default 1
);

-- The steps of the setup guide that an administrator skipped.
create table guide_skips (
  step text constraint guide_skips_pkey primary key,
  skipped_at timestamptz not null default now()
);
-- An installation in use needs no guide.
insert into guide_skips (step)
select unnest(array['company', 'locations', 'shelf-labels', 'marketplace', 'listings', 'stock', 'people', 'test-label', 'first-scan'])
where exists (select from units);

-- How many labels of each kind were printed.
create table label_prints (
  kind text constraint label_prints_pkey primary key constraint label_prints_kind_known check (kind in ('TEST', 'LOCATION', 'ITEM', 'CASE')),
  labels bigint not null default 0,
  last_printed_at timestamptz not null default now()
);
