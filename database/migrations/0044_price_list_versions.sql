-- Each applied or undone file makes a new version of the list; a comparison holds for the version that it saw.
alter table price_list_total add column version bigint not null default 0;
alter table price_list_uploads add column compared_version bigint;
