-- The rows of applied files that were not taken: promised for ninety days, so that no crash may empty their table.
-- Without a foreign key: they are written by the statements that apply their file, and 200,000 checks would cost a second.
create table price_list_refused_rows (
  upload_id bigint not null,
  row_number integer not null,
  -- As it stood in the file.
  upc text not null,
  reason text not null,
  primary key (upload_id, row_number)
);

insert into price_list_refused_rows (upload_id, row_number, upc, reason)
select r.upload_id, r.row_number, r.upc, r.reason
from price_list_upload_rows r join price_list_uploads u on u.id = r.upload_id
where u.state <> 'STAGED' and r.gtin is null;
