-- The units that a decision put in quarantine: opening the list again takes back those that are still there.
create table packing_list_set_aside_units (
  decision_id bigint not null constraint packing_list_set_aside_units_decision_fkey references packing_list_decisions,
  unit_id bigint not null constraint packing_list_set_aside_units_unit_fkey references units,
  constraint packing_list_set_aside_units_pkey primary key (decision_id, unit_id)
);
create index packing_list_set_aside_units_unit on packing_list_set_aside_units (unit_id);
