-- Movements name people without a foreign key, whose check would lock the person's row for each scan.
create or replace trigger users_never_deleted before delete or truncate on users
  for each statement execute function refuse_change('a person is never deleted: remove the access instead');

-- A change of the roles alone, such as by an operator in SQL, must not leave the permissions of the keys behind.
create or replace function forget_role_keys() returns trigger language plpgsql as $$
begin
  if new.roles is distinct from old.roles and new.role_keys is not distinct from old.role_keys then new.role_keys := null; end if;
  return new;
end $$;
create or replace trigger users_forget_role_keys before update of roles on users for each row execute function forget_role_keys();
