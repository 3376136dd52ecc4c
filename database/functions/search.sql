-- Adds the words of new and changed titles to the dictionary that corrects misspelled searches.
create or replace function collect_title_words() returns trigger language plpgsql as $$
begin
  insert into title_words (word)
  select distinct word collate "C" from written, unnest(tsvector_to_array(to_tsvector('simple', title))) as word
  where word !~ '[0-9]' and length(word) between 3 and 40
  -- Always in the same order, so that two imports can't deadlock.
  order by 1 on conflict do nothing;
  return null;
end $$;
create or replace trigger products_words_added after insert on products referencing new table as written
  for each statement execute function collect_title_words();
create or replace trigger products_words_changed after update on products referencing new table as written
  for each statement execute function collect_title_words();
