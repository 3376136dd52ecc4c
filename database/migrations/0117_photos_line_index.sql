-- no transaction
-- A purchase order line that is deleted looks for its photos, deleted ones too.
create index concurrently if not exists photos_line_id on photos (line_id) where line_id is not null;
