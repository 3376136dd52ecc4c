-- Whether files are written encrypted. Earlier versions can't read them, so an installation in use turns it on itself, once none of them runs.
create table file_encryption (
  is_only boolean not null default true constraint file_encryption_pkey primary key constraint file_encryption_only check (is_only),
  started_at timestamptz
);
insert into file_encryption (started_at) select case when not exists (select from users) then now() end;
