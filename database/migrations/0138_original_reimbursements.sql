-- The reimbursement that a reversal takes back, which may be all that it names; empty for the others.
alter table reimbursements add column original_reimbursement_id text not null default '';
