alter table price_list_uploads add column undone_by bigint constraint price_list_uploads_undone_by_fkey references users;
create index price_list_uploads_undone_by on price_list_uploads (undone_by) where undone_by is not null;
