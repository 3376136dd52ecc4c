-- Only the catalog changes: the check proves that the present table fits, and its indexes and foreign key become those of the partition.
-- Processes of the version before use the same names, and PostgreSQL parses their statements again.
do $$
declare
  bound constant text := (select substring(pg_get_constraintdef(oid) from '\d+') from pg_constraint
    where conrelid = 'audit_entries'::regclass and conname = 'audit_entries_first_partition');
  reached bigint;
  was_used boolean;
  rights jsonb;
  granted record;
begin
  lock table audit_entries in access exclusive mode;
  select last_value, is_called into reached, was_used from audit_entries_id_seq;
  select jsonb_agg(jsonb_build_object('relkind', c.relkind, 'privilege', a.privilege_type, 'role', a.grantee::regrole)) into rights
  from pg_class c cross join lateral aclexplode(c.relacl) a
  where c.oid in ('audit_entries'::regclass, 'audit_entries_id_seq'::regclass) and a.grantee <> c.relowner and a.grantee <> 0;
  alter table audit_entries set schema partitions;
  alter table partitions.audit_entries rename to audit_entries_p1;
  alter table partitions.audit_entries_p1 alter column id drop identity;

  create table audit_entries (
    id bigint generated always as identity constraint audit_entries_pkey primary key,
    at timestamptz not null default clock_timestamp(),
    -- null: the system itself
    actor_id bigint default audit_actor() constraint audit_entries_actor_fkey references users,
    -- the request id of the call, or the job
    request_id text default audit_request(),
    action text not null constraint audit_entries_action_shape check (action ~ '^[A-Z_]{1,40}$'),
    -- the table, for entries that triggers write
    record_kind text not null,
    -- null for an entry about several records
    record_id text,
    -- for a change: only what changed
    before jsonb,
    after jsonb,
    -- how many records the entry is about
    records integer not null default 1 constraint audit_entries_records_positive check (records > 0)
  ) partition by range (id);
  perform setval('audit_entries_id_seq', reached, was_used);
  -- Processes of the version before go on without a moment in which they have no right.
  for granted in select * from jsonb_to_recordset(rights) as r (relkind text, privilege text, role text) loop
    execute format('grant %s on %s to %s', granted.privilege,
      case granted.relkind when 'S' then 'sequence audit_entries_id_seq' else 'audit_entries' end, granted.role);
    if granted.relkind <> 'S' then
      execute format('revoke %s on partitions.audit_entries_p1 from %s', granted.privilege, granted.role);
    end if;
  end loop;
  create index audit_entries_at on audit_entries (at, id);
  create index audit_entries_actor_id on audit_entries (actor_id, at, id);
  create index audit_entries_record on audit_entries (record_kind, record_id, at, id);
  -- Serves filters by action.
  create index audit_entries_action on audit_entries (action, at, id);
  create index audit_entries_kind on audit_entries (record_kind, at, id);
  create index audit_entries_record_id on audit_entries (record_id, at, id);
  create index audit_entries_actor_kind on audit_entries (actor_id, record_kind, at, id);
  create index audit_entries_actor_action on audit_entries (actor_id, action, at, id);
  create index audit_entries_kind_action on audit_entries (record_kind, action, at, id);
  execute format('alter table audit_entries attach partition partitions.audit_entries_p1 for values from (minvalue) to (%s)', bound);
  alter table partitions.audit_entries_p1 drop constraint audit_entries_first_partition;
end $$;
