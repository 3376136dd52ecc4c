-- no transaction
-- Days of claims are those of Pacific time, so that no query could use the index of UTC days: the cases that were paid lately, and their
-- number, read all cases that were ever paid. The new one has the moment.
create index concurrently if not exists return_cases_paid_at on return_cases (coalesce(decided_at, updated_at)) where paid_amount is not null;
drop index concurrently if exists return_cases_paid;
