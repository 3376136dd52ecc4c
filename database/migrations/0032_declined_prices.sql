-- A person can also decline a held price: the listing keeps its own until a sync wants another one.
alter table price_approvals add column is_declined boolean not null default false;
