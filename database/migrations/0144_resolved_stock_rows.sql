-- What a row of an applied file came to, however the file names it; null for files applied before, which later files recognize by row_key.
alter table spreadsheet_changes add column resolved_key text;
