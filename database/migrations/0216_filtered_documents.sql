-- Lists of documents are read area by area, each from the end of an index, and merged: what somebody may not see costs nothing,
-- however much of it there is.
drop index documents_of_type;
create index documents_of_type on documents (type, area, id) where deleted_at is null;
create index documents_of_vendor on documents (vendor, area, id) where deleted_at is null and vendor is not null;
create index documents_of_vendor_and_type on documents (vendor, type, area, id) where deleted_at is null and vendor is not null;
create index documents_deleted_of_area on documents (area, id) where deleted_at is not null;
