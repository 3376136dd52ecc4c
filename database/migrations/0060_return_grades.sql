-- What is decided about the units that the marketplace sends back. One row of return_grades says that so many units of one
-- line of a box (removal_shipments) got one disposition; what was a mistake is voided, never deleted.

-- The order decides what may be done: up to 7 a label is printed, above it a case is created (contract/src/returns.ts).
create table dispositions (
  id integer generated always as identity primary key,
  name text not null constraint dispositions_name_key unique,
  display_order smallint not null constraint dispositions_display_order_key unique,
  -- the condition that such a unit is sold in; null where it goes nowhere near a shelf
  condition smallint constraint dispositions_condition_known check (condition in (1, 2, 3, 4, 11)),
  active boolean not null default true
);
insert into dispositions (name, display_order, condition) values
  ('New', 1, 11), ('Like New', 2, 1), ('Very Good', 3, 2), ('Good', 4, 3), ('Acceptable', 5, 4),
  ('Return to vendor', 6, null), ('Dispose', 7, null),
  ('Wrong item', 8, null), ('Damaged in transit', 9, null), ('Missing parts/empty box', 10, null),
  ('Grading dispute', 11, null), ('Not ours/bonus', 12, null), ('Short in package', 13, null);

create table return_grades (
  id bigint generated always as identity primary key,
  removal_shipment_id bigint not null constraint return_grades_removal_shipment_fkey references removal_shipments,
  disposition_id integer not null constraint return_grades_disposition_fkey references dispositions,
  quantity integer not null constraint return_grades_quantity check (quantity between 1 and 99999),
  -- the id that the page gave to this decision: what makes a retry count once
  client_id text constraint return_grades_client_id_key unique,
  actor_id bigint constraint return_grades_actor_fkey references users,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  voided_by bigint constraint return_grades_voided_by_fkey references users
);
create index return_grades_removal_shipment_id on return_grades (removal_shipment_id);

-- Units of a line that came although nobody had announced them, said so by a person: the sum of its grades may reach them too.
create table return_extras (
  removal_shipment_id bigint primary key constraint return_extras_removal_shipment_fkey references removal_shipments,
  quantity integer not null constraint return_extras_quantity check (quantity between 1 and 99999)
);
