-- Brings a database with the 112 migrations from before the baseline (0280.json) to exactly the schema of the baseline. It runs once, in the
-- transaction that also applies database/functions. A test compares the result with a new database.
select;
