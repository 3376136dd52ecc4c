-- Photos are also of what came of a line of a purchase order: what is broken, and the box that it came in.

alter table upload_links
  add column line_id bigint constraint upload_links_line_fkey references purchase_order_lines,
  drop constraint upload_links_album,
  add constraint upload_links_album check (num_nonnulls(case_id, order_id, line_id) = 1);
create index upload_links_line_id on upload_links (line_id) where line_id is not null;

alter table photos
  add column line_id bigint constraint photos_line_fkey references purchase_order_lines,
  drop constraint photos_album,
  add constraint photos_album check (num_nonnulls(case_id, order_id, line_id) = 1),
  add constraint photos_line_client_key unique (line_id, client_photo_id),
  add constraint photos_line_filename_key unique (line_id, filename);
create index photos_of_line on photos (line_id, id) where deleted_at is null and line_id is not null;
create unique index photos_of_line_once on photos (line_id, section, original_sha256) where deleted_at is null and line_id is not null;

alter table partial_photos
  add column line_id bigint constraint partial_photos_line_fkey references purchase_order_lines,
  drop constraint partial_photos_album,
  add constraint partial_photos_album check (num_nonnulls(case_id, order_id, line_id) = 1),
  add constraint partial_photos_line_key unique (line_id, client_photo_id);

-- What is damaged is told by a note, or by a photo of the line.
alter table packing_list_lines drop constraint packing_list_lines_damage_told;
create function guard_told_damage() returns trigger language plpgsql as $$
begin
  if not exists (select from photos where line_id = new.purchase_order_line_id and deleted_at is null) then
    raise exception 'damage is told by a note or by a photo';
  end if;
  return null;
end $$;
create trigger packing_list_lines_damage_told after insert or update of damaged, notes on packing_list_lines
  for each row when (new.damaged > 0 and new.notes is null) execute function guard_told_damage();
