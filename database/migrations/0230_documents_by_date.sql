-- Documents are listed by when they were filed, and filtered by it: what was filed later, or is not asked for, costs nothing.
drop index documents_of_area;
drop index documents_of_type;
drop index documents_of_vendor;
drop index documents_of_vendor_and_type;
drop index documents_deleted_of_area;
drop index documents_linked;
create index documents_of_area on documents (area, filed_at, id) where deleted_at is null;
create index documents_of_type on documents (type, area, filed_at, id) where deleted_at is null;
create index documents_of_vendor on documents (vendor, area, filed_at, id) where deleted_at is null and vendor is not null;
create index documents_of_vendor_and_type on documents (vendor, type, area, filed_at, id) where deleted_at is null and vendor is not null;
create index documents_deleted_of_area on documents (area, filed_at, id) where deleted_at is not null;
create index documents_linked on documents (link_kind, link_id, filed_at, id) where link_kind is not null;
-- Of a word that many documents have, the newest are looked at.
create index documents_filed on documents (filed_at, id);
