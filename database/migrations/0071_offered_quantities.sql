-- What Amazon offers: the settings, the newest decision and answer of each listing, and how long Amazon showed another quantity.
create table quantity_settings (
  is_only boolean constraint quantity_settings_pkey primary key default true constraint quantity_settings_one_row check (is_only),
  -- OFF: nobody has decided yet, and only syncs send quantities. ON: every change is sent. PAUSED: nothing is sent.
  mode text not null default 'OFF' constraint quantity_settings_mode_known check (mode in ('OFF', 'ON', 'PAUSED')),
  -- The general safety stock is pricing_settings.quantity_buffer.
  maximum integer constraint quantity_settings_maximum_not_negative check (maximum >= 0),
  version integer not null default 1
);
insert into quantity_settings default values;

-- The exceptions from the general settings. A listing without a row has none.
create table quantity_rules (
  listing_id bigint constraint quantity_rules_pkey primary key constraint quantity_rules_listing_fkey references listings (id),
  safety_stock integer constraint quantity_rules_safety_not_negative check (safety_stock >= 0),
  maximum integer constraint quantity_rules_maximum_not_negative check (maximum >= 0),
  is_withheld boolean not null default false,
  version integer not null default 1
);

create table quantity_offers (
  listing_id bigint constraint quantity_offers_pkey primary key constraint quantity_offers_listing_fkey references listings (id),
  is_due boolean not null default false,
  -- Sends even what Amazon already seems to show, because that is uncertain: an order came, or two changes overlapped.
  is_forced boolean not null default false,
  -- Grows with each decision; a send that began at an earlier version is not the last one.
  version bigint not null default 1,
  sent_version bigint,
  sent integer,
  sent_at timestamptz,
  -- Null while a send is open; if the process is killed then, the listing is sent again.
  answered_at timestamptz,
  outcome text constraint quantity_offers_outcome_known check (outcome in ('ACCEPTED', 'WARNING', 'REJECTED')),
  reason text,
  submission_id text,
  -- Since when Amazon shows another quantity than the wanted one, and which.
  drift_since timestamptz,
  drift_shown integer,
  drift_wanted integer,
  drift_available integer
) with (fillfactor = 70);
create index quantity_offers_due on quantity_offers (listing_id) where is_due;
create index quantity_offers_drifting on quantity_offers (listing_id) where drift_since is not null;

-- Listings whose quantity is to be decided again, for reasons that are no movement of the ledger; null means every listing.
-- A row per cause and no unique key, so that a cause whose transaction is still open is not lost.
create table quantity_checks (
  id bigint generated always as identity constraint quantity_checks_pkey primary key,
  listing_id bigint,
  is_forced boolean not null default false
);

-- Up to which movement of the ledger the quantities are decided.
create table quantity_mark (
  is_only boolean constraint quantity_mark_pkey primary key default true constraint quantity_mark_one_row check (is_only),
  done_id bigint not null,
  seen_id bigint not null,
  seen_at timestamptz not null
);
insert into quantity_mark (done_id, seen_id, seen_at) values (0, 0, now());

-- How long Amazon showed another quantity than the wanted one, by listing and day (UTC).
create table quantity_drift_days (
  day date not null,
  listing_id bigint not null constraint quantity_drift_days_listing_fkey references listings (id),
  periods integer not null,
  -- Amazon showed more than was available: these units could be oversold.
  over_seconds numeric(12, 3) not null,
  under_seconds numeric(12, 3) not null,
  worst_over integer not null,
  worst_shown integer not null,
  worst_available integer not null,
  constraint quantity_drift_days_pkey primary key (day, listing_id)
);
create index quantity_drift_days_listing on quantity_drift_days (listing_id);
