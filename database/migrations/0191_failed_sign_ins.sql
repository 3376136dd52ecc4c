-- Each sign-in that was refused for its password or its code: for which account, and from where. The limit's counts
-- (sign_in_failures) expire within minutes and are taken back; this is what people look back on.
create table failed_sign_ins (
  id bigint generated always as identity constraint failed_sign_ins_pkey primary key,
  at timestamptz not null,
  -- As it was typed; nobody may be called so.
  email text not null,
  address text not null,
  user_id bigint constraint failed_sign_ins_user_fkey references users
);
create index failed_sign_ins_at on failed_sign_ins (at, id);
create index failed_sign_ins_user_at on failed_sign_ins (user_id, at, id);
