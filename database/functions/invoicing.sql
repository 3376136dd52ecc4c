-- Allows the legal changes of an invoice's state. Fixes the amounts of a submitted invoice, and everything of a paid or void one.
create or replace function protect_vendor_invoice() returns trigger language plpgsql as $$
declare
  -- what follows from payments, and generated columns, which aren't known here yet
  derived constant text[] := '{amount_paid,number_key,vendor_key}';
begin
  if tg_op = 'DELETE' then raise exception 'an invoice is never deleted: void it'; end if;
  if tg_op = 'INSERT' then
    if new.corrects_id is not null and not exists (select from vendor_invoices where id = new.corrects_id and state = 'PAID') then
      raise exception 'only a paid invoice is corrected by another one';
    end if;
    perform require_legal_transition('vendor_invoices', null, new.state);
    return new;
  end if;
  if old.state = 'PAID' and new.amount_paid is distinct from old.amount_paid and to_jsonb(new) - derived = to_jsonb(old) - derived
    and new.amount_paid = (select sum(amount) from vendor_invoice_payments where invoice_id = new.id) then
    return new;
  end if;
  if old.state in ('PAID', 'VOID') and new is distinct from old then
    raise exception 'an invoice that is % is never changed', lower(old.state);
  end if;
  if old.state <> 'DRAFT'
    and (new.number, new.vendor, new.invoiced_on, new.freight, new.tax, new.discount, new.total, new.goods, new.corrects_id)
      is distinct from (old.number, old.vendor, old.invoiced_on, old.freight, old.tax, old.discount, old.total, old.goods, old.corrects_id) then
    raise exception 'only a draft is edited';
  end if;
  perform require_legal_transition('vendor_invoices', old.state, new.state);
  return new;
end $$;
create or replace trigger vendor_invoices_protected before insert or update or delete on vendor_invoices
  for each row execute function protect_vendor_invoice();

-- Lines belong to a draft. An edit replaces them.
create or replace function protect_vendor_invoice_line() returns trigger language plpgsql as $$
declare
  invoice record;
begin
  if tg_op = 'UPDATE' then raise exception 'invoice lines are never changed: replace them in a draft'; end if;
  select i.state, i.corrects_id into invoice from vendor_invoices i where i.id = case when tg_op = 'INSERT' then new.invoice_id else old.invoice_id end;
  if invoice.state <> 'DRAFT' then raise exception 'only the lines of a draft are changed'; end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.quantity < 0 and invoice.corrects_id is null then
    raise exception 'only an invoice that corrects another one can have negative quantities';
  end if;
  if not exists (select from purchase_order_lines n where n.id = new.purchase_order_line_id and n.purchase_order_id = new.purchase_order_id) then
    raise exception 'the line belongs to another purchase order';
  end if;
  return new;
end $$;
create or replace trigger vendor_invoice_lines_protected before insert or update or delete on vendor_invoice_lines
  for each row execute function protect_vendor_invoice_line();

-- Keeps the goods' amount of an invoice equal to the sum of its lines.
create or replace function total_vendor_invoice_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update vendor_invoices i set goods = i.goods + s.amount from (select invoice_id, sum(amount) as amount from added group by 1) s where i.id = s.invoice_id;
  else
    update vendor_invoices i set goods = i.goods - s.amount from (select invoice_id, sum(amount) as amount from removed group by 1) s where i.id = s.invoice_id;
  end if;
  return null;
end $$;
create or replace trigger vendor_invoice_lines_added after insert on vendor_invoice_lines referencing new table as added
  for each statement execute function total_vendor_invoice_lines();
create or replace trigger vendor_invoice_lines_removed after delete on vendor_invoice_lines referencing old table as removed
  for each statement execute function total_vendor_invoice_lines();

-- A document with which an invoice was approved, paid or voided stays.
create or replace function protect_vendor_invoice_file() returns trigger language plpgsql as $$
begin
  if old.is_held and (tg_op = 'DELETE' or new is distinct from old) then
    raise exception 'the document of an approved, paid or void invoice is never replaced';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger vendor_invoice_files_protected before update or delete on vendor_invoice_files
  for each row execute function protect_vendor_invoice_file();

create or replace trigger vendor_invoice_payments_append_only before update or delete or truncate on vendor_invoice_payments
  for each statement execute function refuse_change('a payment is never changed');

-- Keeps the paid amount of an invoice equal to the sum of its payments.
create or replace function total_vendor_invoice_payments() returns trigger language plpgsql as $$
begin
  update vendor_invoices i set amount_paid = p.amount
  from (select sum(amount) as amount from vendor_invoice_payments where invoice_id = new.invoice_id) p
  where i.id = new.invoice_id and i.amount_paid is distinct from p.amount;
  return null;
end $$;
create or replace trigger vendor_invoice_payments_added after insert on vendor_invoice_payments
  for each row execute function total_vendor_invoice_payments();

-- The amount of money still to be paid for an invoice. Credits that the vendor refunds reduce nothing.
create or replace function still_to_pay(vendor_invoices) returns numeric language sql stable as $$
  select $1.total - coalesce($1.amount_paid, 0) - coalesce((select sum(c.amount - c.refund) from vendor_credits c where c.applied_invoice_id = $1.id), 0)
$$;

-- A paid invoice with all its corrections, and their corrections, starting from any of them.
create or replace function correction_family(invoice_id bigint) returns setof bigint language sql stable as $$
  with recursive older as (
    select id, corrects_id from vendor_invoices where id = $1
    union all select v.id, v.corrects_id from older o join vendor_invoices v on v.id = o.corrects_id
  ), family as (
    select id from older where corrects_id is null
    union all select v.id from family f join vendor_invoices v on v.corrects_id = f.id
  )
  select id from family
$$;

-- The vendor's invoices whose number a person could take for this one; `number_key` is its `invoice_number_key()`.
create or replace function resembling_invoices(vendor text, number_key text) returns setof vendor_invoices language sql stable as $$
  select * from vendor_invoices o where vendor_identity(o.vendor) = vendor_identity($1) and o.number_key = $2 and o.state <> 'VOID'
$$;

-- Whether an earlier invoice resembles this one, or a later one was paid before this one was known.
create or replace function resembles_earlier_invoice(vendor_invoices) returns boolean language sql stable as $$
  select exists (
    select from resembling_invoices($1.vendor, $1.number_key) o
    where o.id < $1.id or (o.id > $1.id and o.state = 'PAID' and not 'DUPLICATE' = any(o.approved_issues))
  )
$$;

-- What the valid claims of closed packing lists ask of vendors: missing units where the claim canceled them, damaged units where they were claimed.
create or replace view vendor_claims as
  select id, packing_list_id, purchase_order_line_id, difference, case difference when 'SHORT' then canceled_change else quantity end as units
  from packing_list_decisions where decision = 'CLAIM' and voided_at is null;

-- Allows the legal changes of a credit's state. Fixes the amount of a credit once the vendor has answered, and the invoice of a credit that was applied or refunded.
create or replace function protect_vendor_credit() returns trigger language plpgsql as $$
declare
  settles constant boolean := new.state = 'WRITTEN_OFF' and new.type in ('SHORT', 'DAMAGE', 'OVERCHARGE');
begin
  if tg_op = 'DELETE' then raise exception 'a credit is never deleted'; end if;
  if tg_op = 'UPDATE' then
    if old.state not in ('EXPECTED', 'REQUESTED', 'VOID') and (new.amount, new.quantity, new.type, new.purchase_order_line_id)
      is distinct from (case when old.state = 'RECEIVED' and new.state = 'REQUESTED' then coalesce(old.asked_amount, old.amount) else old.amount end,
        old.quantity, old.type, old.purchase_order_line_id) then
      raise exception 'a credit that is % keeps its amount', lower(old.state);
    end if;
    if new.state <> 'APPLIED' and old.refunded_on is not null then raise exception 'a credit that was refunded stays with its invoice'; end if;
    if new.state = 'APPLIED' and old.state = 'APPLIED' and (new.refund, new.applied_invoice_id) is distinct from (old.refund, old.applied_invoice_id) then
      raise exception 'a credit that is applied stays with its invoice';
    end if;
    if old.state = 'WRITTEN_OFF' and new.settles > old.settles then raise exception 'the settled amount of a written-off credit never grows'; end if;
  end if;
  if new.state <> 'APPLIED' and new.refund <> 0 then raise exception 'only an applied credit is refunded'; end if;
  if (new.settles is not null) <> settles then raise exception 'a credit settles an amount exactly when it is written off and claims a difference'; end if;
  perform require_legal_transition('vendor_credits', case when tg_op = 'UPDATE' then old.state end, new.state);
  return new;
end $$;
create or replace trigger vendor_credits_protected before insert or update or delete on vendor_credits
  for each row execute function protect_vendor_credit();
