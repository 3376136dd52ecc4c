-- A longer index of the same table, which starts with the same columns, serves each of their queries.
drop index if exists account_links_created_by;
drop index if exists case_events_actor_id;
drop index if exists return_grades_actor_id;
drop index if exists return_grades_created_at;
drop index if exists return_packages_arrived_by;
drop index if exists sessions_user_id;
