-- What can be decided about a returned unit. Up to display_order 7 a label is printed; above it a case is created (contract/src/returns).
create table dispositions (
  id integer generated always as identity primary key,
  name text not null constraint dispositions_name_key unique,
  display_order smallint not null constraint dispositions_display_order_key unique,
  -- the condition that such a unit is sold in; null when it isn't sold
  condition smallint constraint dispositions_condition_known check (condition in (1, 2, 3, 4, 11)),
  active boolean not null default true,
  -- arrival: whether the announced unit came, a different one, or none. is_quarantined: such units aren't for sale and stay until someone
  -- sends them away.
  arrival text not null default 'RECEIVED'
    constraint dispositions_arrival_known check (arrival in ('RECEIVED', 'DIFFERENT', 'SHORT')),
  is_quarantined boolean not null default false,
  constraint dispositions_quarantine_not_sold check (not is_quarantined or condition is null)
);

insert into dispositions (name, display_order, condition, arrival, is_quarantined) values
  ('New', 1, 11, 'RECEIVED', false),
  ('Like New', 2, 1, 'RECEIVED', false),
  ('Very Good', 3, 2, 'RECEIVED', false),
  ('Good', 4, 3, 'RECEIVED', false),
  ('Acceptable', 5, 4, 'RECEIVED', false),
  ('Return to vendor', 6, null, 'RECEIVED', true),
  ('Dispose', 7, null, 'RECEIVED', false),
  ('Wrong item', 8, null, 'DIFFERENT', false),
  ('Damaged in transit', 9, null, 'RECEIVED', false),
  ('Missing parts/empty box', 10, null, 'DIFFERENT', false),
  ('Grading dispute', 11, null, 'RECEIVED', false),
  ('Not ours/bonus', 12, null, 'DIFFERENT', false),
  ('Short in package', 13, null, 'SHORT', false);

create table return_grades (
  id bigint generated always as identity primary key,
  removal_shipment_id bigint not null constraint return_grades_removal_shipment_fkey references removal_shipments,
  disposition_id integer not null constraint return_grades_disposition_fkey references dispositions,
  quantity integer not null constraint return_grades_quantity check (quantity between 1 and 99999),
  -- the page's id for this decision: a retry with the same id counts once
  client_id text constraint return_grades_client_id_key unique,
  actor_id bigint constraint return_grades_actor_fkey references users,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  voided_by bigint constraint return_grades_voided_by_fkey references users
);
create index return_grades_removal_shipment_id on return_grades (removal_shipment_id);
create index return_grades_disposition_id on return_grades (disposition_id);
create index return_grades_actor_id on return_grades (actor_id);
create index return_grades_voided_by on return_grades (voided_by) where voided_by is not null;
-- The audit log reads these by day and person.
create index return_grades_created_at on return_grades (created_at);
create index return_grades_at on return_grades (created_at, id);
create index return_grades_actor_at on return_grades (actor_id, created_at, id);
create index return_grades_voided_at on return_grades (voided_at, id) where voided_at is not null;
create index return_grades_voided_by_at on return_grades (voided_by, voided_at, id) where voided_at is not null;
alter table stock_movements add constraint stock_movements_return_grade_fkey foreign key (return_grade_id) references return_grades;

-- Units of a line beyond the announced number, confirmed by a person: the line's decisions may add up to them too.
create table return_extras (
  removal_shipment_id bigint primary key constraint return_extras_removal_shipment_fkey references removal_shipments,
  quantity integer not null constraint return_extras_quantity check (quantity between 1 and 99999),
  confirmed_by bigint constraint return_extras_confirmed_by_fkey references users,
  confirmed_at timestamptz not null default now()
);
create index return_extras_confirmed_by on return_extras (confirmed_by);

-- When a person first handled a box. Everything else about a box follows from its lines and their decisions.
create table return_packages (
  tracking_number text primary key,
  arrived_at timestamptz not null default now(),
  arrived_by bigint constraint return_packages_arrived_by_fkey references users,
  -- Orders boxes that arrived at the same moment.
  id bigint generated always as identity constraint return_packages_id_key unique
);
create index return_packages_arrived_by on return_packages (arrived_by);
create index return_packages_at on return_packages (arrived_at, id);
create index return_packages_arrived_by_at on return_packages (arrived_by, arrived_at, id);
