-- Of a sign-in that was refused it is kept whose account it was for: what was typed may be a password in the wrong field.
-- Changing the other column writes the table anew, so that no page of it holds what stood there.
alter table failed_sign_ins
  drop column email,
  alter column address type text using address || '';
