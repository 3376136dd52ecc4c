-- The keys of the rows of the marketplace's reports, each with the attempt that read it last: an import finds repeated rows and missing
-- listings here, and needs no memory for them. Unlogged: after a crash the report is read again from its start.
create unlogged table report_keys (
  kind text not null,
  key text not null,
  attempt bigint not null,
  constraint report_keys_pkey primary key (kind, key)
) with (fillfactor = 70);
