-- Movements name people without a foreign key, whose check would lock the person's row for each scan.
create or replace trigger users_never_deleted before delete or truncate on users
  for each statement execute function refuse_change('a person is never deleted: remove the access instead');
