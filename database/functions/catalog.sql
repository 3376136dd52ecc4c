-- Every listing has a row of counts, so that lists of all stock need no outer join.
create or replace function create_listing_counts() returns trigger language plpgsql as $$
begin
  insert into listing_counts (listing_id) select id from added;
  return null;
end $$;
create or replace trigger listings_counted after insert on listings referencing new table as added
  for each statement execute function create_listing_counts();
