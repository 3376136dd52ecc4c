-- The legal changes of `state`, by table. The trigger check_transition holds the tables to it.
create table legal_transitions (
  record text not null,
  -- null: the state in which a row begins
  from_state text,
  to_state text not null,
  constraint legal_transitions_key unique nulls not distinct (record, from_state, to_state)
);

insert into legal_transitions (record, from_state, to_state) values
  ('vendor_invoices', null, 'DRAFT'),
  -- matching decides between EXCEPTION and MATCHED, also for an approved invoice
  ('vendor_invoices', 'DRAFT', 'EXCEPTION'),
  ('vendor_invoices', 'EXCEPTION', 'MATCHED'),
  ('vendor_invoices', 'MATCHED', 'EXCEPTION'),
  ('vendor_invoices', 'APPROVED', 'MATCHED'),
  ('vendor_invoices', 'APPROVED', 'EXCEPTION'),
  -- an edit makes it a draft again
  ('vendor_invoices', 'EXCEPTION', 'DRAFT'),
  ('vendor_invoices', 'MATCHED', 'DRAFT'),
  ('vendor_invoices', 'EXCEPTION', 'APPROVED'),
  ('vendor_invoices', 'MATCHED', 'APPROVED'),
  ('vendor_invoices', 'APPROVED', 'PAID'),
  ('vendor_invoices', 'DRAFT', 'VOID'),
  ('vendor_invoices', 'EXCEPTION', 'VOID'),
  ('vendor_invoices', 'MATCHED', 'VOID'),
  ('vendor_invoices', 'APPROVED', 'VOID'),
  ('vendor_credits', null, 'EXPECTED'),
  ('vendor_credits', 'EXPECTED', 'REQUESTED'),
  ('vendor_credits', 'EXPECTED', 'RECEIVED'),
  ('vendor_credits', 'EXPECTED', 'DENIED'),
  ('vendor_credits', 'EXPECTED', 'WRITTEN_OFF'),
  ('vendor_credits', 'EXPECTED', 'VOID'),
  ('vendor_credits', 'REQUESTED', 'RECEIVED'),
  ('vendor_credits', 'REQUESTED', 'DENIED'),
  ('vendor_credits', 'REQUESTED', 'WRITTEN_OFF'),
  ('vendor_credits', 'REQUESTED', 'VOID'),
  ('vendor_credits', 'RECEIVED', 'APPLIED'),
  ('vendor_credits', 'RECEIVED', 'REQUESTED'),
  -- the invoice is voided, or a person takes the credit off it
  ('vendor_credits', 'APPLIED', 'RECEIVED'),
  ('vendor_credits', 'DENIED', 'REQUESTED'),
  ('vendor_credits', 'DENIED', 'WRITTEN_OFF'),
  -- the decision about the packing list stands again
  ('vendor_credits', 'VOID', 'EXPECTED');
