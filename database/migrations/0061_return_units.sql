-- Graded units in stock, the boxes that they came in, and what a disposition says about the box.

-- The grade that brought a unit in.
alter table stock_movements add column return_grade_id bigint constraint stock_movements_return_grade_fkey references return_grades;
create index stock_movements_return_grade_id on stock_movements (return_grade_id) where return_grade_id is not null;

-- arrival: whether the unit that was announced came, another one or less than it, or none. is_quarantined: such units
-- are not for sale, and are kept until somebody sends them away.
alter table dispositions
  add column arrival text not null default 'RECEIVED' constraint dispositions_arrival_known check (arrival in ('RECEIVED', 'DIFFERENT', 'SHORT')),
  add column is_quarantined boolean not null default false,
  add constraint dispositions_quarantine_not_sold check (not is_quarantined or condition is null);
update dispositions set arrival = 'SHORT' where name = 'Short in package';
update dispositions set arrival = 'DIFFERENT' where name in ('Wrong item', 'Missing parts/empty box', 'Not ours/bonus');
update dispositions set is_quarantined = true where name = 'Return to vendor';

-- When somebody first had a box in hand. Everything else about a box follows from its lines and their grades.
create table return_packages (
  tracking_number text primary key,
  arrived_at timestamptz not null default now(),
  arrived_by bigint constraint return_packages_arrived_by_fkey references users
);
create index return_packages_arrived_at on return_packages (arrived_at);

alter table return_extras
  add column confirmed_by bigint constraint return_extras_confirmed_by_fkey references users,
  add column confirmed_at timestamptz not null default now();

-- A returned unit's LPN leads to the lines of its FNSKU, newest first.
create index removal_shipments_fnsku on removal_shipments (fnsku, shipped_at);

-- Compared in upper case, as they are imported from now on.
update removal_shipments set tracking_numbers = array(select upper(number) from unnest(tracking_numbers) as number)
where upper(tracking_number) <> tracking_number;
