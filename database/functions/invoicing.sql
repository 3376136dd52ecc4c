-- As before; of a paid one what is paid grows with its payments.
create or replace function guard_vendor_invoice() returns trigger language plpgsql as $$
declare
  -- what follows from payments, and what is generated and not known here yet
  followed constant text[] := '{amount_paid,number_key,vendor_key}';
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
  if old.state = 'PAID' and new.amount_paid is distinct from old.amount_paid and to_jsonb(new) - followed = to_jsonb(old) - followed
    and new.amount_paid = (select sum(amount) from vendor_invoice_payments where invoice_id = new.id) then
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
  if new.state = 'PAID' then new.amount_paid := still_to_pay(new); end if;
  return new;
end $$;
create or replace trigger vendor_invoices_guarded before insert or update or delete on vendor_invoices for each row execute function guard_vendor_invoice();

create or replace function guard_vendor_invoice_line() returns trigger language plpgsql as $$
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
create or replace trigger vendor_invoice_lines_guarded before insert or update or delete on vendor_invoice_lines
  for each row execute function guard_vendor_invoice_line();

-- The document of an invoice that is paid or void is what was paid, or refused: it stays.
create or replace function guard_vendor_invoice_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.is_held := exists (select from vendor_invoices where id = new.invoice_id and state in ('APPROVED', 'PAID', 'VOID'));
    return new;
  end if;
  if old.is_held and (tg_op = 'DELETE' or new is distinct from old) then
    raise exception 'a document that an invoice was approved, paid or voided with is never replaced';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger vendor_invoice_files_guarded before insert or update or delete on vendor_invoice_files
  for each row execute function guard_vendor_invoice_file();

create or replace function hold_vendor_invoice_files() returns trigger language plpgsql as $$
begin
  update vendor_invoice_files set is_held = true where invoice_id = new.id and not is_held;
  return null;
end $$;
create or replace trigger vendor_invoices_files_held after update of state on vendor_invoices
  for each row when (new.state in ('APPROVED', 'PAID', 'VOID') and old.state <> new.state) execute function hold_vendor_invoice_files();

create or replace function guard_invoice_discount() returns trigger language plpgsql as $$
begin
  if old.state <> 'DRAFT' then raise exception 'only a draft is edited'; end if;
  return new;
end $$;
create or replace trigger vendor_invoices_discount_guarded before update of discount on vendor_invoices
  for each row when (old.discount <> new.discount) execute function guard_invoice_discount();

create or replace function total_vendor_invoice_lines() returns trigger language plpgsql as $$
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
create or replace trigger vendor_invoice_lines_added after insert on vendor_invoice_lines referencing new table as added
  for each statement execute function total_vendor_invoice_lines();
create or replace trigger vendor_invoice_lines_changed after update on vendor_invoice_lines referencing new table as added old table as removed
  for each statement execute function total_vendor_invoice_lines();
create or replace trigger vendor_invoice_lines_removed after delete on vendor_invoice_lines referencing old table as removed
  for each statement execute function total_vendor_invoice_lines();

create or replace function keep_vendor_invoice_payment() returns trigger language plpgsql as $$
begin
  raise exception 'what was paid is never changed';
end $$;
create or replace trigger vendor_invoice_payments_guarded before update or delete on vendor_invoice_payments
  for each row execute function keep_vendor_invoice_payment();

create or replace function follow_vendor_invoice_payment() returns trigger language plpgsql as $$
begin
  update vendor_invoices i set amount_paid = p.amount
  from (select sum(amount) as amount from vendor_invoice_payments where invoice_id = new.invoice_id) p
  where i.id = new.invoice_id and i.amount_paid is distinct from p.amount;
  return null;
end $$;
create or replace trigger vendor_invoice_payments_followed after insert on vendor_invoice_payments
  for each row execute function follow_vendor_invoice_payment();

-- What is to be paid of an invoice in money: credits that come back as money pay nothing of it.
create or replace function still_to_pay(vendor_invoices) returns numeric language sql stable as $$
  select $1.total - coalesce($1.amount_paid, 0) - coalesce((select sum(c.amount - c.refund) from vendor_credits c where c.applied_invoice_id = $1.id), 0)
$$;

-- A paid invoice with all that corrects it, and what corrects that; asked of any of them.
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

-- Whether an earlier invoice of the vendor has a number that a person may take for this one's, or a later one was paid
-- while nobody knew of this one.
create or replace function resembles_earlier_invoice(vendor_invoices) returns boolean language sql stable as $$
  select exists (
    select from vendor_invoices o
    where vendor_identity(o.vendor) = vendor_identity($1.vendor) and o.number_key = $1.number_key and o.state <> 'VOID'
      and (o.id < $1.id or (o.id > $1.id and o.state = 'PAID' and not 'DUPLICATE' = any(o.approved_issues)))
  )
$$;

-- As before. A credit of a paid invoice is a refund, as far as nothing is to pay; once that has come, the credit stays
-- where it is.
create or replace function guard_vendor_credit() returns trigger language plpgsql as $$
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
    when 'RECEIVED' then new.state in ('APPLIED', 'REQUESTED')
    -- when the invoice that it was applied to is void, or a person takes it back
    when 'APPLIED' then new.state = 'RECEIVED'
    when 'DENIED' then new.state in ('REQUESTED', 'WRITTEN_OFF')
    -- when what was decided of a list stands again
    when 'VOID' then new.state = 'EXPECTED'
    else false end) then
    raise exception 'a credit does not move from % to %', old.state, new.state;
  end if;
  if old.state not in ('EXPECTED', 'REQUESTED', 'VOID') and (new.amount, new.quantity, new.type, new.purchase_order_line_id)
    is distinct from (case when old.state = 'RECEIVED' and new.state = 'REQUESTED' then coalesce(old.asked_amount, old.amount) else old.amount end,
      old.quantity, old.type, old.purchase_order_line_id) then
    raise exception 'a credit that is % keeps its amount', lower(old.state);
  end if;
  if new.state = 'WRITTEN_OFF' and new.type in ('SHORT', 'DAMAGE', 'OVERCHARGE') then
    new.settles := case when old.state = 'WRITTEN_OFF' then least(new.settles, old.settles) else coalesce(new.amount, 0) end;
  else
    new.settles := null;
  end if;
  if new.state <> 'APPLIED' then
    if old.refunded_on is not null then raise exception 'a credit that was refunded stays with its invoice'; end if;
    new.refund := 0;
  elsif old.state <> 'APPLIED' then
    select case when i.state = 'PAID' then least(new.amount, greatest(new.amount - still_to_pay(i), 0)) else 0 end into new.refund
    from vendor_invoices i where i.id = new.applied_invoice_id;
  elsif (new.refund, new.applied_invoice_id) is distinct from (old.refund, old.applied_invoice_id) then
    raise exception 'a credit that is applied stays with its invoice';
  end if;
  return new;
end $$;
create or replace trigger vendor_credits_guarded before insert or update or delete on vendor_credits for each row execute function guard_vendor_credit();

create or replace function name_vendor_credit() returns trigger language plpgsql as $$
begin
  select po_number into new.po_number from purchase_orders where id = new.purchase_order_id;
  return new;
end $$;
-- After `vendor_credits_guarded`, which knows the order by the line.
create or replace trigger vendor_credits_named before insert on vendor_credits for each row execute function name_vendor_credit();

create or replace function follow_credit_request_mail() returns trigger language plpgsql as $$
begin
  update credit_requests set state = new.state, last_error = new.last_error, sent_at = new.sent_at where mail_id = new.id;
  return null;
end $$;
create or replace trigger mails_of_credit_requests after update on mails
  for each row when (new.kind = 'credit-request') execute function follow_credit_request_mail();
