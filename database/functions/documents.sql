-- Keeps the file of a document as an earlier version when another one replaces it.
create or replace function store_document_version() returns trigger language plpgsql as $$
begin
  if (new.place, new.sha256, new.store) is distinct from (old.place, old.sha256, old.store) then
    insert into document_versions (document_id, version, name, media_type, bytes, sha256, store, place, uploaded_by, filed_at)
    values (old.id, old.version, old.name, old.media_type, old.bytes, old.sha256, old.store, old.place, old.uploaded_by, old.filed_at);
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create or replace trigger documents_versioned before update of place, sha256, store on documents for each row execute function store_document_version();
