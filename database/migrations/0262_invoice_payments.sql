-- What is paid of an invoice is paid in one payment or several: a credit that is taken off a paid one leaves something to pay.

create table vendor_invoice_payments (
  id bigint generated always as identity primary key,
  invoice_id bigint not null constraint vendor_invoice_payments_invoice_fkey references vendor_invoices,
  -- less than nothing of an invoice that takes something back
  amount numeric(14, 2) not null,
  paid_on date not null,
  paid_by bigint not null constraint vendor_invoice_payments_paid_by_fkey references users,
  -- when that was said; null of what was paid before payments were told apart
  told_at timestamptz default now(),
  -- the id that the page gave it: what makes a retry count once
  client_id text constraint vendor_invoice_payments_client_id_key unique
);
create index vendor_invoice_payments_invoice on vendor_invoice_payments (invoice_id);
create index vendor_invoice_payments_paid_by on vendor_invoice_payments (paid_by);
insert into vendor_invoice_payments (invoice_id, amount, paid_on, paid_by, told_at)
select id, amount_paid, paid_on, paid_by, null from vendor_invoices where state = 'PAID' order by id;

create function keep_vendor_invoice_payment() returns trigger language plpgsql as $$
begin
  raise exception 'what was paid is never changed';
end $$;
create trigger vendor_invoice_payments_guarded before update or delete on vendor_invoice_payments
  for each row execute function keep_vendor_invoice_payment();

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

-- As before, and paid ones of which something is to pay.
create or replace function keep_invoice_exceptions(ids bigint[]) returns void language sql as $$
  delete from vendor_invoice_exceptions e where e.invoice_id = any(ids)
    and not exists (
      select from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id
      where i.id = e.invoice_id and (m.is_open or (i.state = 'PAID' and still_to_pay(i) > 0))
    );
  insert into vendor_invoice_exceptions (invoice_id, number, vendor, vendor_key, state, invoiced_on, due_on, paid_on, goods, freight, tax, discount, total, difference)
  select i.id, i.number, i.vendor, i.vendor_key, i.state, i.invoiced_on, i.due_on, i.paid_on, i.goods, i.freight, i.tax, i.discount, i.total, m.difference
  from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id
  where i.id = any(ids) and (m.is_open or (i.state = 'PAID' and still_to_pay(i) > 0))
  on conflict (invoice_id) do update set number = excluded.number, vendor = excluded.vendor, vendor_key = excluded.vendor_key, state = excluded.state,
    invoiced_on = excluded.invoiced_on, due_on = excluded.due_on, paid_on = excluded.paid_on, goods = excluded.goods, freight = excluded.freight,
    tax = excluded.tax, discount = excluded.discount, total = excluded.total, difference = excluded.difference
    where vendor_invoice_exceptions is distinct from excluded
$$;

create function follow_vendor_invoice_payment() returns trigger language plpgsql as $$
begin
  update vendor_invoices i set amount_paid = p.amount
  from (select sum(amount) as amount from vendor_invoice_payments where invoice_id = new.invoice_id) p
  where i.id = new.invoice_id and i.amount_paid is distinct from p.amount;
  return null;
end $$;
create trigger vendor_invoice_payments_followed after insert on vendor_invoice_payments
  for each row execute function follow_vendor_invoice_payment();

-- A credit may be of another order than the invoice that it is applied to.
create function follow_applied_credit() returns trigger language plpgsql as $$
begin
  perform keep_invoice_exceptions(array_remove(array[old.applied_invoice_id, new.applied_invoice_id], null));
  return null;
end $$;
create trigger vendor_credits_excepted after update of applied_invoice_id on vendor_credits
  for each row when (old.applied_invoice_id is distinct from new.applied_invoice_id) execute function follow_applied_credit();

select keep_invoice_exceptions(ids) from (
  select array_agg(i.id) as ids from vendor_invoices i where i.state = 'PAID' and still_to_pay(i) > 0
) unpaid where ids is not null;
