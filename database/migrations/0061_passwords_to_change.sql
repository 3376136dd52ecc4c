-- A generated password, which its person must replace at the next sign-in.
alter table users add column must_change_password boolean not null default false;
