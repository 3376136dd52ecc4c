-- The same vendor and the same number in another spelling are found as twins.

-- One vendor in any spelling: other case, spaces, a closing point.
create function vendor_identity(vendor text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(upper(regexp_replace(regexp_replace(btrim(vendor), '\s+', ' ', 'g'), '[\s[:punct:]]+$', '')), ''), upper(btrim(vendor)))
$$;

-- Numbers that a person may take for one: other case, spaces, punctuation or zeros in front. Between two digits punctuation
-- counts, whichever it is: 1-11 is not 11-1.
create or replace function invoice_number_key(number text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(regexp_replace(regexp_replace(upper(number), '\s', '', 'g'), '([0-9])[^[:alnum:]]+(?=[0-9])', '\1-', 'g'),
    '(?<![0-9])[^[:alnum:]]+|[^[:alnum:]]+(?![0-9])', '', 'g'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), ''), upper(number))
$$;

alter table vendor_invoices drop column number_key;
alter table vendor_invoices add column number_key text not null generated always as (invoice_number_key(number)) stored;
create index vendor_invoices_twins on vendor_invoices (vendor_identity(vendor), number_key) where state <> 'VOID';

-- Whether an earlier invoice of the vendor has a number that a person may take for this one's, or a later one was paid while
-- nobody knew of this one.
create or replace function resembles_earlier_invoice(vendor_invoices) returns boolean language sql stable as $$
  select exists (
    select from vendor_invoices o
    where vendor_identity(o.vendor) = vendor_identity($1.vendor) and o.number_key = $1.number_key and o.state <> 'VOID'
      and (o.id < $1.id or (o.id > $1.id and o.state = 'PAID' and not 'DUPLICATE' = any(o.approved_issues)))
  )
$$;
select judge_invoices(ids) from (
  select array_agg(i.id order by i.id) as ids from vendor_invoices i where i.state not in ('DRAFT', 'VOID') and exists (
    select from vendor_invoices o
    where vendor_identity(o.vendor) = vendor_identity(i.vendor) and o.number_key = i.number_key and o.state <> 'VOID' and o.id <> i.id
  )
) twins where ids is not null;
