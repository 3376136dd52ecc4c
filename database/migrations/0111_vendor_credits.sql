-- What vendors owe: from a claim when a list was closed, from an invoice's differences, or entered by hand.

alter table vendor_credits
  alter column decision_id drop not null,
  alter column purchase_order_line_id drop not null,
  alter column quantity drop not null,
  add column purchase_order_id bigint constraint vendor_credits_order_fkey references purchase_orders,
  add column vendor text,
  add column note text,
  -- the vendor's own number of the credit
  add column memo text,
  add column state_reason text,
  add column applied_invoice_id bigint constraint vendor_credits_applied_invoice_fkey references vendor_invoices,
  add column requested_at timestamptz,
  add column received_at timestamptz,
  add column applied_at timestamptz,
  add column created_by bigint constraint vendor_credits_created_by_fkey references users,
  drop constraint vendor_credits_type_known,
  drop constraint vendor_credits_state_known;
update vendor_credits c set purchase_order_id = n.purchase_order_id, vendor = p.vendor
  from purchase_order_lines n join purchase_orders p on p.id = n.purchase_order_id where n.id = c.purchase_order_line_id;
alter table vendor_credits
  alter column purchase_order_id set not null,
  add column vendor_key text not null generated always as (coalesce(upper(vendor), '')) stored,
  add constraint vendor_credits_type_known check (type in ('SHORT', 'DAMAGE', 'OVERCHARGE', 'RETURN', 'REBATE')),
  add constraint vendor_credits_state_known check (state in ('EXPECTED', 'REQUESTED', 'RECEIVED', 'APPLIED', 'DENIED', 'WRITTEN_OFF', 'VOID')),
  add constraint vendor_credits_line_known check (type = 'REBATE' or purchase_order_line_id is not null),
  -- What was received is money: its amount is known.
  add constraint vendor_credits_received_amount check (state not in ('RECEIVED', 'APPLIED') or amount > 0),
  add constraint vendor_credits_applied check ((state = 'APPLIED') = (applied_invoice_id is not null)),
  add constraint vendor_credits_reasoned check (state not in ('DENIED', 'WRITTEN_OFF') or length(state_reason) > 0);
create index vendor_credits_order on vendor_credits (purchase_order_id);
create index vendor_credits_vendor on vendor_credits (vendor_key, created_at, id);
create index vendor_credits_created_at on vendor_credits (created_at, id);
create index vendor_credits_open on vendor_credits (vendor_key, created_at) include (amount) where state in ('EXPECTED', 'REQUESTED', 'RECEIVED');
create index vendor_credits_state on vendor_credits (state, created_at, id);
create index vendor_credits_applied_invoice on vendor_credits (applied_invoice_id) where applied_invoice_id is not null;
create index vendor_credits_created_by on vendor_credits (created_by) where created_by is not null;

create function guard_vendor_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a credit is never deleted'; end if;
  if tg_op = 'INSERT' then
    -- The order and its vendor follow from the line, so that nobody has to say them.
    if new.purchase_order_id is null then
      select n.purchase_order_id into new.purchase_order_id from purchase_order_lines n where n.id = new.purchase_order_line_id;
    end if;
    select p.vendor into new.vendor from purchase_orders p where p.id = new.purchase_order_id;
    if new.state <> 'EXPECTED' then raise exception 'a credit begins as expected'; end if;
    return new;
  end if;
  if new.state <> old.state and not (case old.state
    when 'EXPECTED' then new.state in ('REQUESTED', 'RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID')
    when 'REQUESTED' then new.state in ('RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID')
    when 'RECEIVED' then new.state = 'APPLIED'
    -- when the invoice that it was applied to is void
    when 'APPLIED' then new.state = 'RECEIVED'
    when 'DENIED' then new.state in ('REQUESTED', 'WRITTEN_OFF')
    -- when what was decided of a list stands again
    when 'VOID' then new.state = 'EXPECTED'
    else false end) then
    raise exception 'a credit does not move from % to %', old.state, new.state;
  end if;
  if old.state not in ('EXPECTED', 'REQUESTED', 'VOID') and (new.amount, new.quantity, new.type, new.purchase_order_line_id)
    is distinct from (old.amount, old.quantity, old.type, old.purchase_order_line_id) then
    raise exception 'a credit that is % keeps its amount', lower(old.state);
  end if;
  return new;
end $$;
create trigger vendor_credits_guarded before insert or update or delete on vendor_credits for each row execute function guard_vendor_credit();
