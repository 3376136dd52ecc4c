-- Makes numbers equal that a person would take for the same: case, spaces, punctuation and leading zeros don't count. Punctuation between
-- two digits counts, whichever it is: 1-11 differs from 11-1.
create function invoice_number_key(number text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(regexp_replace(regexp_replace(upper(number), '\s', '', 'g'), '([0-9])[^[:alnum:]]+(?=[0-9])', '\1-', 'g'),
    '(?<![0-9])[^[:alnum:]]+|[^[:alnum:]]+(?![0-9])', '', 'g'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), ''), upper(number))
$$;

-- Makes spellings of a vendor equal: case, spaces and a final period don't count.
create function vendor_identity(vendor text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(upper(regexp_replace(regexp_replace(btrim(vendor), '\s+', ' ', 'g'), '[\s[:punct:]]+$', '')), ''), upper(btrim(vendor)))
$$;

-- The only rounding of money: a line's amount to the cent, half a cent away from zero. `lineCents` in the contract is the same calculation.
create function line_amount(quantity bigint, unit_cost numeric) returns numeric language sql immutable parallel safe as
$$ select round(quantity * unit_cost, 2) $$;

-- Differences that an invoice may have and still be paid. An invoice stores the values of the day on which it was submitted.
create table invoicing_settings (
  is_only boolean primary key default true constraint invoicing_settings_one_row check (is_only),
  price_percent numeric(5, 2) not null default 1
    constraint invoicing_settings_price_percent check (price_percent between 0 and 100),
  price_amount numeric(11, 4) not null default 0.02
    constraint invoicing_settings_price_amount check (price_amount between 0 and 1000),
  -- of the goods' amount
  freight_percent numeric(5, 2) not null default 10
    constraint invoicing_settings_freight_percent check (freight_percent between 0 and 100),
  tax_percent numeric(5, 2) not null default 10 constraint invoicing_settings_tax_percent check (tax_percent between 0 and 100)
);

insert into invoicing_settings default values;

create table vendor_invoices (
  id bigint generated always as identity primary key,
  number text not null constraint vendor_invoices_number_shape check (length(number) between 1 and 64 and number = btrim(number)),
  vendor text not null constraint vendor_invoices_vendor_length check (length(vendor) between 1 and 200),
  vendor_key text not null generated always as (upper(vendor)) stored,
  -- Orders are in dollars, so amounts in another currency couldn't be compared.
  currency text not null default 'USD' constraint vendor_invoices_currency_known check (currency = 'USD'),
  invoiced_on date not null,
  due_on date,
  -- the sum of its lines, updated by a trigger
  goods numeric(14, 2) not null default 0,
  freight numeric(14, 2) not null default 0,
  tax numeric(14, 2) not null default 0,
  total numeric(14, 2) not null,
  state text not null default 'DRAFT'
    constraint vendor_invoices_state_known check (state in ('DRAFT', 'MATCHED', 'EXCEPTION', 'APPROVED', 'PAID', 'VOID')),
  -- the paid invoice that this one corrects
  corrects_id bigint constraint vendor_invoices_corrects_fkey references vendor_invoices,
  notes text,
  -- the tolerances of this invoice
  price_percent numeric(5, 2) not null default 0,
  price_amount numeric(11, 4) not null default 0,
  freight_percent numeric(5, 2) not null default 0,
  tax_percent numeric(5, 2) not null default 0,
  -- the page's id: a retry with the same id counts once
  client_id text constraint vendor_invoices_client_id_key unique,
  created_by bigint not null constraint vendor_invoices_created_by_fkey references users,
  created_at timestamptz not null default now(),
  approved_by bigint constraint vendor_invoices_approved_by_fkey references users,
  approved_at timestamptz,
  approval_reason text,
  -- the approved difference, and its issues
  approved_difference numeric(14, 2),
  approved_issues text[],
  paid_on date,
  paid_by bigint constraint vendor_invoices_paid_by_fkey references users,
  void_reason text,
  voided_by bigint constraint vendor_invoices_voided_by_fkey references users,
  voided_at timestamptz,
  number_key text not null generated always as (invoice_number_key(number)) stored,
  -- Grows with every edit, so that a change or approval of an outdated version is refused.
  version integer not null default 1,
  -- A digest of what the page sent under client_id: the same id with other content isn't a retry.
  client_digest bytea,
  -- A discount on the whole invoice. Lines are matched without it.
  discount numeric(14, 2) not null default 0,
  -- paid in money: the total less the credits applied to it by then
  amount_paid numeric(14, 2),
  constraint vendor_invoices_charges check (corrects_id is not null or (freight >= 0 and tax >= 0)),
  constraint vendor_invoices_due_after check (due_on >= invoiced_on),
  constraint vendor_invoices_approved
    check (state not in ('APPROVED', 'PAID') or (approved_by is not null and approved_at is not null and approved_issues is not null)),
  constraint vendor_invoices_exception_reason check (state not in ('APPROVED', 'PAID') or approved_issues = '{}' or length(approval_reason) > 0),
  constraint vendor_invoices_paid check ((state = 'PAID') = (paid_on is not null and paid_by is not null)),
  constraint vendor_invoices_voided check (state <> 'VOID' or (length(void_reason) > 0 and voided_by is not null and voided_at is not null)),
  -- A draft may be incomplete; a submitted invoice adds up to the cent.
  constraint vendor_invoices_adds_up check (state in ('DRAFT', 'VOID') or total = goods + freight + tax - discount),
  constraint vendor_invoices_amount_paid check ((state = 'PAID') = (amount_paid is not null)),
  constraint vendor_invoices_discount_not_negative check (discount >= 0 or corrects_id is not null),
  constraint vendor_invoices_discount_of_goods check (state in ('DRAFT', 'VOID') or discount <= greatest(goods, 0))
) with (fillfactor = 80);
create unique index vendor_invoices_number on vendor_invoices (vendor_key, number) where state <> 'VOID';
create index vendor_invoices_vendor on vendor_invoices (vendor_key, invoiced_on, id);
create index vendor_invoices_invoiced_on on vendor_invoices (invoiced_on, id);
create index vendor_invoices_state on vendor_invoices (state, invoiced_on, id);
create index vendor_invoices_search on vendor_invoices using gin (upper(number || ' ' || vendor) gin_trgm_ops);
create index vendor_invoices_corrects on vendor_invoices (corrects_id) where corrects_id is not null;
create index vendor_invoices_created_by on vendor_invoices (created_by);
create index vendor_invoices_approved_by on vendor_invoices (approved_by) where approved_by is not null;
create index vendor_invoices_paid_by on vendor_invoices (paid_by) where paid_by is not null;
create index vendor_invoices_voided_by on vendor_invoices (voided_by) where voided_by is not null;
create index vendor_invoices_number_start on vendor_invoices (upper(number) text_pattern_ops);
create index vendor_invoices_by_number on vendor_invoices (state, upper(number), id);
create index vendor_invoices_by_vendor on vendor_invoices (state, vendor_key, id);
-- Invoices without the date sort before all dates, so they come last in a list of the newest first.
create index vendor_invoices_by_due_on on vendor_invoices (state, coalesce(due_on, '-infinity'::date), id);
create index vendor_invoices_by_paid_on on vendor_invoices (state, coalesce(paid_on, '-infinity'::date), id);
create index vendor_invoices_by_goods on vendor_invoices (state, goods, id);
create index vendor_invoices_by_freight on vendor_invoices (state, freight, id);
create index vendor_invoices_by_tax on vendor_invoices (state, tax, id);
create index vendor_invoices_by_total on vendor_invoices (state, total, id);
create index vendor_invoices_vendor_state on vendor_invoices (vendor_key, state, invoiced_on, id);
create index vendor_invoices_twins on vendor_invoices (vendor_identity(vendor), number_key) where state <> 'VOID';

create table vendor_invoice_lines (
  invoice_id bigint not null constraint vendor_invoice_lines_invoice_fkey references vendor_invoices,
  line_number integer not null constraint vendor_invoice_lines_number_positive check (line_number > 0),
  purchase_order_id bigint not null constraint vendor_invoice_lines_order_fkey references purchase_orders,
  purchase_order_line_id bigint not null constraint vendor_invoice_lines_line_fkey references purchase_order_lines,
  -- negative on an invoice that corrects another one
  quantity integer not null constraint vendor_invoice_lines_quantity check (quantity <> 0 and abs(quantity) <= 1000000),
  unit_cost numeric(13, 4) not null constraint vendor_invoice_lines_cost_not_negative check (unit_cost >= 0),
  amount numeric(14, 2) not null generated always as (line_amount(quantity, unit_cost)) stored,
  primary key (invoice_id, line_number)
);
create index vendor_invoice_lines_order on vendor_invoice_lines (purchase_order_id);
create index vendor_invoice_lines_line on vendor_invoice_lines (purchase_order_line_id);

-- The vendor's document, as uploaded.
create table vendor_invoice_files (
  invoice_id bigint not null constraint vendor_invoice_files_invoice_fkey references vendor_invoices,
  -- the uploader's name of the file
  original_name text not null,
  -- the name in our storage
  stored_name text not null,
  bytes integer not null,
  pages integer,
  sha256 bytea not null,
  uploaded_by bigint not null constraint vendor_invoice_files_uploaded_by_fkey references users,
  uploaded_at timestamptz not null default now(),
  id bigint generated always as identity primary key,
  is_held boolean not null default false
);
create index vendor_invoice_files_uploaded_by on vendor_invoice_files (uploaded_by);
create index vendor_invoice_files_sha256 on vendor_invoice_files (sha256);
create unique index vendor_invoice_files_replaceable on vendor_invoice_files (invoice_id) where not is_held;
create unique index vendor_invoice_files_content on vendor_invoice_files (invoice_id, sha256);

-- Payments of an invoice. There can be several: a credit that is removed from a paid invoice leaves a remainder to pay.
create table vendor_invoice_payments (
  id bigint generated always as identity primary key,
  invoice_id bigint not null constraint vendor_invoice_payments_invoice_fkey references vendor_invoices,
  -- negative for an invoice that takes something back
  amount numeric(14, 2) not null,
  paid_on date not null,
  paid_by bigint not null constraint vendor_invoice_payments_paid_by_fkey references users,
  -- when the payment was recorded; null for payments from before this table
  recorded_at timestamptz default now(),
  -- the page's id: a retry with the same id counts once
  client_id text constraint vendor_invoice_payments_client_id_key unique
);
create index vendor_invoice_payments_invoice on vendor_invoice_payments (invoice_id);
create index vendor_invoice_payments_paid_by on vendor_invoice_payments (paid_by);

-- The result of matching a submitted invoice. It follows from orders, receipts, invoices and credits.
create table vendor_invoice_matches (
  invoice_id bigint primary key constraint vendor_invoice_matches_invoice_fkey references vendor_invoices,
  should_be_paid text not null
    constraint vendor_invoice_matches_should_be_paid_known check (should_be_paid in ('YES', 'NO', 'EXCEPTION')),
  issues text[] not null,
  -- billed for units that aren't usable or above the order's cost, and not yet settled by a credit
  difference numeric(14, 2) not null,
  -- whether a person has to look at it
  is_open boolean not null,
  -- for approved and paid invoices: the approved difference, or the lowest difference since
  covered numeric(14, 2)
) with (fillfactor = 80);
