-- Amounts of a purchase order, so that lists read one row per order.
create table purchase_order_money (
  purchase_order_id bigint primary key constraint purchase_order_money_order_fkey references purchase_orders,
  ordered_on date not null,
  vendor_key text not null,
  -- Lines of unknown cost are left out of the sums.
  ordered numeric(16, 2) not null default 0,
  received numeric(16, 2) not null default 0,
  invoiced numeric(16, 2) not null default 0,
  credit_expected numeric(16, 2) not null default 0,
  credit_applied numeric(16, 2) not null default 0,
  -- credits applied or written off, for short, damaged and overcharged units
  settled numeric(16, 2) not null default 0,
  balance numeric(16, 2) not null generated always as (invoiced - received - settled) stored,
  has_invoices boolean not null default false,
  match text not null default 'NOT_INVOICED'
    constraint purchase_order_money_match_known check (match in ('MATCHED', 'QTY_DIFFERENCE', 'PRICE_DIFFERENCE', 'OVER_INVOICED', 'NOT_INVOICED', 'PARTLY')),
  -- A copy of the order's number, for sorting and searching.
  number_key text not null
) with (fillfactor = 70);
create index purchase_order_money_ordered_on on purchase_order_money (ordered_on, purchase_order_id);
create index purchase_order_money_vendor on purchase_order_money (vendor_key, ordered_on, purchase_order_id);
create index purchase_order_money_match on purchase_order_money (match, ordered_on, purchase_order_id);
-- Each index begins with the state: a list of all states merges them, so one index serves both.
create index purchase_order_money_by_number on purchase_order_money (match, number_key, purchase_order_id);
create index purchase_order_money_by_vendor on purchase_order_money (match, vendor_key, purchase_order_id);
create index purchase_order_money_by_ordered on purchase_order_money (match, ordered, purchase_order_id);
create index purchase_order_money_by_received on purchase_order_money (match, received, purchase_order_id);
create index purchase_order_money_by_invoiced on purchase_order_money (match, invoiced, purchase_order_id);
create index purchase_order_money_by_credit_expected on purchase_order_money (match, credit_expected, purchase_order_id);
create index purchase_order_money_by_credit_applied on purchase_order_money (match, credit_applied, purchase_order_id);
create index purchase_order_money_by_balance on purchase_order_money (match, balance, purchase_order_id);
create index purchase_order_money_vendor_match on purchase_order_money (vendor_key, match, ordered_on, purchase_order_id);

create statistics purchase_order_money_name on (number_key || ' ' || vendor_key) from purchase_order_money;

-- Sums by month, vendor and state, for totals over any number of rows. Changes are appended as rows of their own, so that writers never
-- wait for each other; a task adds them up from time to time.
create table purchase_order_sums (
  month date not null,
  vendor_key text not null,
  match text not null,
  rows bigint not null,
  ordered numeric not null,
  received numeric not null,
  invoiced numeric not null,
  credit_expected numeric not null,
  credit_applied numeric not null,
  balance numeric not null
);
create index purchase_order_sums_vendor on purchase_order_sums (vendor_key);

create table vendor_invoice_sums (
  month date not null,
  vendor_key text not null,
  state text not null,
  rows bigint not null,
  goods numeric not null,
  freight numeric not null,
  tax numeric not null,
  total numeric not null,
  discount numeric not null default 0
);
create index vendor_invoice_sums_vendor on vendor_invoice_sums (vendor_key);

create table vendor_credit_sums (
  month date not null,
  vendor_key text not null,
  state text not null,
  rows bigint not null,
  amount numeric not null
);
create index vendor_credit_sums_vendor on vendor_credit_sums (vendor_key);

-- Copies of the few invoices that need a person, so that their list and totals don't read all invoices.
create table vendor_invoice_exceptions (
  invoice_id bigint primary key constraint vendor_invoice_exceptions_invoice_fkey references vendor_invoices,
  number text not null,
  vendor text not null,
  vendor_key text not null,
  state text not null,
  invoiced_on date not null,
  due_on date,
  paid_on date,
  goods numeric(14, 2) not null,
  freight numeric(14, 2) not null,
  tax numeric(14, 2) not null,
  total numeric(14, 2) not null,
  difference numeric(14, 2) not null,
  discount numeric(14, 2) not null default 0
) with (fillfactor = 80);
create index vendor_invoice_exceptions_invoiced_on on vendor_invoice_exceptions (invoiced_on, invoice_id);
create index vendor_invoice_exceptions_vendor on vendor_invoice_exceptions (vendor_key, invoiced_on, invoice_id);
create index vendor_invoice_exceptions_state on vendor_invoice_exceptions (state, invoiced_on, invoice_id);
create index vendor_invoice_exceptions_vendor_state on vendor_invoice_exceptions (vendor_key, state, invoiced_on, invoice_id);
create index vendor_invoice_exceptions_by_number on vendor_invoice_exceptions (state, upper(number), invoice_id);
create index vendor_invoice_exceptions_by_vendor on vendor_invoice_exceptions (state, vendor_key, invoice_id);
create index vendor_invoice_exceptions_by_due_on on vendor_invoice_exceptions (state, coalesce(due_on, '-infinity'::date), invoice_id);
create index vendor_invoice_exceptions_by_paid_on on vendor_invoice_exceptions (state, coalesce(paid_on, '-infinity'::date), invoice_id);
create index vendor_invoice_exceptions_by_goods on vendor_invoice_exceptions (state, goods, invoice_id);
create index vendor_invoice_exceptions_by_freight on vendor_invoice_exceptions (state, freight, invoice_id);
create index vendor_invoice_exceptions_by_tax on vendor_invoice_exceptions (state, tax, invoice_id);
create index vendor_invoice_exceptions_by_total on vendor_invoice_exceptions (state, total, invoice_id);
create index vendor_invoice_exceptions_by_difference on vendor_invoice_exceptions (state, difference, invoice_id);

create statistics vendor_invoice_exceptions_name on (upper(number || ' ' || vendor)) from vendor_invoice_exceptions;

create table vendor_invoice_exception_sums (
  month date not null,
  vendor_key text not null,
  state text not null,
  rows bigint not null,
  goods numeric not null,
  freight numeric not null,
  tax numeric not null,
  total numeric not null,
  discount numeric not null default 0
);
create index vendor_invoice_exception_sums_vendor on vendor_invoice_exception_sums (vendor_key);
