-- Records that could not be read again: the next try is later with each failure, so that others are read meanwhile.
alter table marketplace_reads
  add column failures integer not null default 0,
  add column next_at timestamptz,
  add column error text;
