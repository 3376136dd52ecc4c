-- What the server had counted of a statement when its index was made, under each of its ids: the server forgets some of them
-- and begins others anew. [{"key", "calls", "totalMs", "since", "evictions"}]; null where it could not be read.
alter table index_suggestion_statements add column counted_at jsonb;
alter table index_suggestion_statements drop column calls_at, drop column total_ms_at;
