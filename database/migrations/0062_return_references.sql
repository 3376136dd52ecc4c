-- An index behind every reference to a person or a disposition, as everywhere else.
create index return_grades_disposition_id on return_grades (disposition_id);
create index return_grades_actor_id on return_grades (actor_id);
create index return_grades_voided_by on return_grades (voided_by) where voided_by is not null;
create index return_packages_arrived_by on return_packages (arrived_by);
create index return_extras_confirmed_by on return_extras (confirmed_by);
