-- purchasing_changes_actor_at (0160) begins with the same column.
drop index purchasing_changes_actor_id;
