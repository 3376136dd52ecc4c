create table sign_in_policy (
  is_only boolean not null default true constraint sign_in_policy_pkey primary key constraint sign_in_policy_only check (is_only),
  two_factor_roles text[] not null default '{}' constraint sign_in_policy_roles_known check (two_factor_roles <@ array['ROLE_ADMIN', 'ROLE_USER'])
);
insert into sign_in_policy default values;
