-- Credits that a vendor owes, for short, damaged, overcharged or returned units.
create table vendor_credits (
  id bigint generated always as identity primary key,
  decision_id bigint
    constraint vendor_credits_decision_key unique
    constraint vendor_credits_decision_fkey references packing_list_decisions,
  purchase_order_line_id bigint constraint vendor_credits_line_fkey references purchase_order_lines,
  type text not null constraint vendor_credits_type_known check (type in ('SHORT', 'DAMAGE', 'OVERCHARGE', 'RETURN', 'REBATE')),
  quantity integer constraint vendor_credits_quantity_positive check (quantity > 0),
  -- null while the unit's cost is unknown
  amount numeric(14, 2) constraint vendor_credits_amount_not_negative check (amount >= 0),
  state text not null default 'EXPECTED'
    constraint vendor_credits_state_known check (state in ('EXPECTED', 'REQUESTED', 'RECEIVED', 'APPLIED', 'DENIED', 'WRITTEN_OFF', 'VOID')),
  created_at timestamptz not null default now(),
  purchase_order_id bigint not null constraint vendor_credits_order_fkey references purchase_orders,
  vendor text,
  note text,
  -- the vendor's number of the credit
  memo text,
  state_reason text,
  applied_invoice_id bigint constraint vendor_credits_applied_invoice_fkey references vendor_invoices,
  requested_at timestamptz,
  received_at timestamptz,
  applied_at timestamptz,
  created_by bigint constraint vendor_credits_created_by_fkey references users,
  vendor_key text not null generated always as (coalesce(upper(vendor), '')) stored,
  -- A copy, for sorting and searching: an order's number never changes.
  po_number text not null,
  -- for a credit that was written off: how much of the difference it settles, at most the lowest difference since
  settles numeric(14, 2),
  -- the amount that was asked for, when the vendor gave less
  asked_amount numeric(14, 2),
  client_id text constraint vendor_credits_client_id_key unique,
  -- the part that the vendor pays back, because the invoice was already paid when the credit was applied
  refund numeric(14, 2) not null default 0,
  refunded_on date,
  refund_due numeric(14, 2) not null generated always as (case when refunded_on is null then refund else 0 end) stored,
  constraint vendor_credits_line_known check (type = 'REBATE' or purchase_order_line_id is not null),
  -- Money that was received has a known amount.
  constraint vendor_credits_received_amount check (state not in ('RECEIVED', 'APPLIED') or amount > 0),
  constraint vendor_credits_applied check ((state = 'APPLIED') = (applied_invoice_id is not null)),
  constraint vendor_credits_reasoned check (state not in ('DENIED', 'WRITTEN_OFF') or length(state_reason) > 0),
  constraint vendor_credits_refund check (refund between 0 and coalesce(amount, 0)),
  constraint vendor_credits_refunded check (refunded_on is null or refund > 0)
);
create index vendor_credits_line on vendor_credits (purchase_order_line_id);
create index vendor_credits_order on vendor_credits (purchase_order_id);
create index vendor_credits_vendor on vendor_credits (vendor_key, created_at, id);
create index vendor_credits_created_at on vendor_credits (created_at, id);
create index vendor_credits_open on vendor_credits (vendor_key, created_at) include (amount) where state in ('EXPECTED', 'REQUESTED', 'RECEIVED');
create index vendor_credits_state on vendor_credits (state, created_at, id);
create index vendor_credits_applied_invoice on vendor_credits (applied_invoice_id) where applied_invoice_id is not null;
create index vendor_credits_created_by on vendor_credits (created_by) where created_by is not null;
create index vendor_credits_search on vendor_credits using gin (upper(po_number || ' ' || coalesce(vendor, '')) gin_trgm_ops);
create index vendor_credits_memo on vendor_credits (upper(memo)) where memo is not null;
create index vendor_credits_by_number on vendor_credits (state, upper(po_number), id);
create index vendor_credits_by_vendor on vendor_credits (state, vendor_key, id);
create index vendor_credits_by_type on vendor_credits (state, type, id);
create index vendor_credits_by_quantity on vendor_credits (state, coalesce(quantity, 0), id);
create index vendor_credits_by_amount on vendor_credits (state, coalesce(amount, 0), id);
create index vendor_credits_vendor_state on vendor_credits (vendor_key, state, created_at, id);
-- Numbers have an index of their own: for a beginning that all numbers share, the trigram index would return every row.
create index vendor_credits_number_start on vendor_credits (upper(po_number) text_pattern_ops);
create index vendor_credits_refund_due on vendor_credits (vendor_key, created_at) include (refund_due) where refund_due > 0;

-- Requests for credits that were mailed to a vendor.
create table credit_requests (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null constraint credit_requests_order_fkey references purchase_orders,
  -- the page's id: a retry with the same id counts once
  client_id text not null constraint credit_requests_client_id_key unique,
  -- null once the mail was deleted
  mail_id bigint constraint credit_requests_mail_fkey references mails on delete set null,
  recipient text not null,
  subject text not null,
  amount numeric(16, 2) not null,
  credits integer not null,
  requested_by bigint not null constraint credit_requests_requested_by_fkey references users,
  requested_at timestamptz not null,
  -- a copy of the mail's state, which outlives the mail
  state text not null default 'QUEUED'
    constraint credit_requests_state_known check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'KEPT')),
  last_error text,
  sent_at timestamptz
);
create index credit_requests_order on credit_requests (purchase_order_id, id);
create index credit_requests_mail on credit_requests (mail_id) where mail_id is not null;
create index credit_requests_at on credit_requests (requested_at, id);
create index credit_requests_requested_by_at on credit_requests (requested_by, requested_at, id);

-- Addresses of vendors.
create table vendor_contacts (
  vendor_key text primary key,
  credit_email text not null constraint vendor_contacts_credit_email_shape check (credit_email ~ '^[^@\s]+@[^@\s]+$')
);
