create or replace function count_new_listings() returns trigger language plpgsql as $$
begin
  insert into listing_counts (listing_id) select id from added;
  return null;
end $$;
create or replace trigger listings_counted after insert on listings referencing new table as added
  for each statement execute function count_new_listings();
