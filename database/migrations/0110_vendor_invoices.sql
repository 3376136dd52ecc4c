-- What vendors bill for purchase orders, matched with what was ordered and what came of it.

-- The one rounding of money: a line's amount to the cent, half a cent away from zero. `lineCents` of the contract is its twin.
create function line_amount(quantity bigint, unit_cost numeric) returns numeric language sql immutable parallel safe as
$$ select round(quantity * unit_cost, 2) $$;

-- Two numbers that a person may take for one: other case, spaces or zeros in front. `invoiceNumberKey` of the contract is its twin.
create function invoice_number_key(number text) returns text language sql immutable parallel safe as
$$ select regexp_replace(regexp_replace(upper(number), '\s', '', 'g'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g') $$;

-- What an invoice may differ by and is paid all the same. An invoice keeps those of the day it was submitted on.
create table invoicing_settings (
  is_only boolean primary key default true constraint invoicing_settings_one_row check (is_only),
  price_percent numeric(5, 2) not null default 1 constraint invoicing_settings_price_percent check (price_percent between 0 and 100),
  price_amount numeric(11, 4) not null default 0.02 constraint invoicing_settings_price_amount check (price_amount between 0 and 1000),
  -- of the goods
  freight_percent numeric(5, 2) not null default 10 constraint invoicing_settings_freight_percent check (freight_percent between 0 and 100),
  tax_percent numeric(5, 2) not null default 10 constraint invoicing_settings_tax_percent check (tax_percent between 0 and 100)
);
insert into invoicing_settings default values;

create table vendor_invoices (
  id bigint generated always as identity primary key,
  number text not null constraint vendor_invoices_number_shape check (length(number) between 1 and 64 and number = btrim(number)),
  number_key text not null generated always as (invoice_number_key(number)) stored,
  vendor text not null constraint vendor_invoices_vendor_length check (length(vendor) between 1 and 200),
  vendor_key text not null generated always as (upper(vendor)) stored,
  -- Orders are in dollars: amounts of another currency could be compared with nothing.
  currency text not null default 'USD' constraint vendor_invoices_currency_known check (currency = 'USD'),
  invoiced_on date not null,
  due_on date,
  -- the sum of its lines, kept by their trigger
  goods numeric(14, 2) not null default 0,
  freight numeric(14, 2) not null default 0,
  tax numeric(14, 2) not null default 0,
  total numeric(14, 2) not null,
  state text not null default 'DRAFT'
    constraint vendor_invoices_state_known check (state in ('DRAFT', 'MATCHED', 'EXCEPTION', 'APPROVED', 'PAID', 'VOID')),
  -- the paid invoice that this one puts right
  corrects_id bigint constraint vendor_invoices_corrects_fkey references vendor_invoices,
  notes text,
  -- the tolerances that hold for it
  price_percent numeric(5, 2) not null default 0,
  price_amount numeric(11, 4) not null default 0,
  freight_percent numeric(5, 2) not null default 0,
  tax_percent numeric(5, 2) not null default 0,
  -- the id that the page gave it: what makes a retry count once
  client_id text constraint vendor_invoices_client_id_key unique,
  created_by bigint not null constraint vendor_invoices_created_by_fkey references users,
  created_at timestamptz not null default now(),
  approved_by bigint constraint vendor_invoices_approved_by_fkey references users,
  approved_at timestamptz,
  approval_reason text,
  -- the difference that was approved, and what it was about
  approved_difference numeric(14, 2),
  approved_issues text[],
  paid_on date,
  paid_by bigint constraint vendor_invoices_paid_by_fkey references users,
  void_reason text,
  voided_by bigint constraint vendor_invoices_voided_by_fkey references users,
  voided_at timestamptz,
  constraint vendor_invoices_charges check (corrects_id is not null or (freight >= 0 and tax >= 0)),
  constraint vendor_invoices_due_after check (due_on >= invoiced_on),
  -- A draft may be half a page; whatever is matched adds up to the cent.
  constraint vendor_invoices_adds_up check (state in ('DRAFT', 'VOID') or total = goods + freight + tax),
  constraint vendor_invoices_approved check (state not in ('APPROVED', 'PAID') or (approved_by is not null and approved_at is not null and approved_issues is not null)),
  constraint vendor_invoices_exception_reason check (state not in ('APPROVED', 'PAID') or approved_issues = '{}' or length(approval_reason) > 0),
  constraint vendor_invoices_paid check ((state = 'PAID') = (paid_on is not null and paid_by is not null)),
  constraint vendor_invoices_voided check (state <> 'VOID' or (length(void_reason) > 0 and voided_by is not null and voided_at is not null))
) with (fillfactor = 80);
create unique index vendor_invoices_number on vendor_invoices (vendor_key, number) where state <> 'VOID';
create index vendor_invoices_number_key on vendor_invoices (vendor_key, number_key) where state <> 'VOID';
create index vendor_invoices_vendor on vendor_invoices (vendor_key, invoiced_on, id);
create index vendor_invoices_invoiced_on on vendor_invoices (invoiced_on, id);
create index vendor_invoices_state on vendor_invoices (state, invoiced_on, id);
create index vendor_invoices_search on vendor_invoices using gin (upper(number || ' ' || vendor) gin_trgm_ops);
create index vendor_invoices_corrects on vendor_invoices (corrects_id) where corrects_id is not null;
create index vendor_invoices_created_by on vendor_invoices (created_by);
create index vendor_invoices_approved_by on vendor_invoices (approved_by) where approved_by is not null;
create index vendor_invoices_paid_by on vendor_invoices (paid_by) where paid_by is not null;
create index vendor_invoices_voided_by on vendor_invoices (voided_by) where voided_by is not null;

create table vendor_invoice_lines (
  invoice_id bigint not null constraint vendor_invoice_lines_invoice_fkey references vendor_invoices,
  line_number integer not null constraint vendor_invoice_lines_number_positive check (line_number > 0),
  purchase_order_id bigint not null constraint vendor_invoice_lines_order_fkey references purchase_orders,
  purchase_order_line_id bigint not null constraint vendor_invoice_lines_line_fkey references purchase_order_lines,
  -- less than nothing on an invoice that puts another one right
  quantity integer not null constraint vendor_invoice_lines_quantity check (quantity <> 0 and abs(quantity) <= 1000000),
  unit_cost numeric(13, 4) not null constraint vendor_invoice_lines_cost_not_negative check (unit_cost >= 0),
  amount numeric(14, 2) not null generated always as (line_amount(quantity, unit_cost)) stored,
  constraint vendor_invoice_lines_pkey primary key (invoice_id, line_number)
);
create index vendor_invoice_lines_order on vendor_invoice_lines (purchase_order_id);
create index vendor_invoice_lines_line on vendor_invoice_lines (purchase_order_line_id);

-- What matching found of an invoice that counts. It follows from orders, receipts, invoices and credits.
create table vendor_invoice_matches (
  invoice_id bigint primary key constraint vendor_invoice_matches_invoice_fkey references vendor_invoices,
  should_be_paid text not null constraint vendor_invoice_matches_should_be_paid_known check (should_be_paid in ('YES', 'NO', 'EXCEPTION')),
  issues text[] not null,
  -- billed for units that are not usably here, and above the order's cost: what no credit has settled yet of both
  difference numeric(14, 2) not null,
  -- whether somebody has to look at it
  is_open boolean not null
) with (fillfactor = 80);
create index vendor_invoice_matches_open on vendor_invoice_matches (invoice_id) where is_open;

-- The vendor's own document, as it was uploaded.
create table vendor_invoice_files (
  invoice_id bigint primary key constraint vendor_invoice_files_invoice_fkey references vendor_invoices,
  -- as the uploader called it
  original_name text not null,
  -- as we store it
  stored_name text not null,
  bytes integer not null,
  pages integer not null,
  sha256 bytea not null,
  uploaded_by bigint not null constraint vendor_invoice_files_uploaded_by_fkey references users,
  uploaded_at timestamptz not null default now()
);
create index vendor_invoice_files_uploaded_by on vendor_invoice_files (uploaded_by);
create index vendor_invoice_files_sha256 on vendor_invoice_files (sha256);

-- From where to where an invoice moves. Matching moves it between MATCHED, EXCEPTION and APPROVED.
create function guard_vendor_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an invoice is never deleted: void it';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'DRAFT' then raise exception 'an invoice begins as a draft'; end if;
    if new.corrects_id is not null and not exists (select from vendor_invoices where id = new.corrects_id and state = 'PAID') then
      raise exception 'only a paid invoice is corrected by another one';
    end if;
    return new;
  end if;
  if old.state in ('PAID', 'VOID') and new is distinct from old then
    raise exception 'an invoice that is % is never changed', lower(old.state);
  end if;
  if new.state <> old.state and not (case old.state
    when 'DRAFT' then new.state in ('EXCEPTION', 'VOID')
    when 'MATCHED' then new.state in ('DRAFT', 'EXCEPTION', 'APPROVED', 'VOID')
    when 'EXCEPTION' then new.state in ('DRAFT', 'MATCHED', 'APPROVED', 'VOID')
    when 'APPROVED' then new.state in ('MATCHED', 'EXCEPTION', 'PAID', 'VOID')
    else false end) then
    raise exception 'an invoice does not move from % to %', old.state, new.state;
  end if;
  if old.state <> 'DRAFT' and (new.number, new.vendor, new.invoiced_on, new.freight, new.tax, new.total, new.goods, new.corrects_id)
    is distinct from (old.number, old.vendor, old.invoiced_on, old.freight, old.tax, old.total, old.goods, old.corrects_id) then
    raise exception 'only a draft is edited';
  end if;
  return new;
end $$;
create trigger vendor_invoices_guarded before insert or update or delete on vendor_invoices for each row execute function guard_vendor_invoice();

create function guard_vendor_invoice_line() returns trigger language plpgsql as $$
declare
  invoice record;
begin
  -- Old and new, so that a line neither leaves a fixed invoice nor enters one.
  for invoice in
    select i.state, i.corrects_id from vendor_invoices i
    where i.id in (case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end)
  loop
    if invoice.state <> 'DRAFT' then raise exception 'lines are changed in a draft alone'; end if;
    if tg_op <> 'DELETE' and new.quantity < 0 and invoice.corrects_id is null then
      raise exception 'only an invoice that corrects another one takes quantities back';
    end if;
  end loop;
  if tg_op = 'DELETE' then return old; end if;
  if not exists (select from purchase_order_lines n where n.id = new.purchase_order_line_id and n.purchase_order_id = new.purchase_order_id) then
    raise exception 'the line is not of this order';
  end if;
  return new;
end $$;
create trigger vendor_invoice_lines_guarded before insert or update or delete on vendor_invoice_lines
  for each row execute function guard_vendor_invoice_line();

create function total_vendor_invoice_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update vendor_invoices i set goods = i.goods + s.amount from (select invoice_id, sum(amount) as amount from added group by 1) s where i.id = s.invoice_id;
  elsif tg_op = 'DELETE' then
    update vendor_invoices i set goods = i.goods - s.amount from (select invoice_id, sum(amount) as amount from removed group by 1) s where i.id = s.invoice_id;
  else
    update vendor_invoices i set goods = i.goods + s.amount from (
      select invoice_id, sum(amount) as amount from (select invoice_id, amount from added union all select invoice_id, -amount from removed) c group by 1
    ) s where i.id = s.invoice_id;
  end if;
  return null;
end $$;
create trigger vendor_invoice_lines_added after insert on vendor_invoice_lines referencing new table as added
  for each statement execute function total_vendor_invoice_lines();
create trigger vendor_invoice_lines_changed after update on vendor_invoice_lines referencing new table as added old table as removed
  for each statement execute function total_vendor_invoice_lines();
create trigger vendor_invoice_lines_removed after delete on vendor_invoice_lines referencing old table as removed
  for each statement execute function total_vendor_invoice_lines();
