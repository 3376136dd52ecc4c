-- How many rows a file was said to have: the staged ones lie in an unlogged table, of which a crash may leave any part.
alter table price_list_uploads add column expected_rows integer;
