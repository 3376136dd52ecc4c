import pg from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { scramVerifier } from './scram-verifier.ts';

/** The role under which running processes use the tables of another role, their owner. */
export interface RuntimeRole {
  readonly name: string;
  /** For a role that Stowage creates. */
  readonly password?: string | undefined;
  /** Whether its attributes and password are ours too: those of a role that an operator created are not. */
  readonly isOurs?: boolean;
}

/** What a role is to the tables. */
export interface RoleRights {
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Whether it owns the tables, itself or as a member of their owner. */
  readonly isOwner: boolean;
}

const ATTRIBUTES = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

/**
 * Creates the role where it is ours, and gives it exactly what `runtime_grants` says. The session is the owner's; the migrations are
 * applied. Repeating it changes nothing.
 */
export async function prepareRuntimeRole(owner: pg.ClientBase, role: RuntimeRole): Promise<void> {
  await owner.query('begin');
  try {
    // Two starts at once would update the same rows of the catalog.
    await owner.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.roles]);
    await createRole(owner, role);
    for (const statement of await listMissingGrants(owner, role.name)) await owner.query(statement);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    throw error;
  }
}

async function createRole(owner: pg.ClientBase, { name, password = '', isOurs = false }: RuntimeRole): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 1 && !isOurs) return;
  const change = `${rowCount === 0 ? 'create' : 'alter'} role ${pg.escapeIdentifier(name)} ${ATTRIBUTES}`;
  await owner.query(`${change} password ${password === '' ? 'null' : pg.escapeLiteral(scramVerifier(password))}`);
}

/** The statements that would bring a role's rights in order. */
export async function listMissingGrants(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>('select statement from runtime_grants($1)', [role]);
  return rows.map(({ statement }) => statement);
}

/** @param role in place of the session's own */
export async function readRoleRights(client: pg.ClientBase, role?: string): Promise<RoleRights | undefined> {
  const { rows } = await client.query<RoleRights>(
    `select r.rolname as role, r.rolsuper as "isSuperuser", coalesce(pg_has_role(r.oid, c.relowner, 'MEMBER'), false) as "isOwner"
     from pg_roles r left join pg_class c on c.oid = to_regclass('schema_migrations') where r.rolname = coalesce($1, current_user)`,
    [role ?? null],
  );
  return rows[0];
}

/** Whether running processes can't change the schema and final rows. */
export function isSeparate({ isSuperuser, isOwner }: RoleRights): boolean {
  return !isSuperuser && !isOwner;
}

/** Whether a session may apply migrations: its role owns the tables, or may create the first ones. */
export async function mayMigrate(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce((select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('schema_migrations')),
      has_schema_privilege(coalesce(current_schema(), 'public'), 'create')) as may`,
  );
  return rows[0]?.may ?? true;
}
