import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { RUNTIME_ROLE } from '../../platform/database/embedded/cluster.ts';
import { isSeparate, listMissingGrants, readRoleRights } from '../../platform/database/roles/runtime-role.ts';
import { attempt, type Check, ok, warn } from '../check.ts';
import { listAdvisedGrants } from './database-state.read-model.ts';

const NAME = 'database roles';
const START = 'Start this version, or run stowage migrate.';
const SEPARATE = 'Let DATABASE_URL name a role that only uses the tables, and DATABASE_OWNER_URL their owner: docs/database-roles.md.';

/** Whether running processes could change the schema and the audit log. @param client of the owner where the database is embedded */
export function checkRoles(client: pg.Client, { databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<Check> {
  return attempt(NAME, START, () => (databaseUrl === undefined ? checkEmbedded(client) : checkExternal(client)));
}

async function checkEmbedded(client: pg.Client): Promise<Check> {
  const rights = await readRoleRights(client, RUNTIME_ROLE);
  if (rights === undefined) return warn(NAME, `There is no role ${RUNTIME_ROLE} yet`, START);
  const missing = isSeparate(rights) ? (await listMissingGrants(client, RUNTIME_ROLE)).length : 1;
  return missing === 0 ? separate(RUNTIME_ROLE) : warn(NAME, `The rights of the role ${RUNTIME_ROLE} are not as Stowage gives them`, START);
}

async function checkExternal(client: pg.Client): Promise<Check> {
  const rights = await readRoleRights(client);
  if (rights === undefined || !isSeparate(rights)) return warn(NAME, `The role ${rights?.role} owns the tables that it uses`, SEPARATE);
  const { role } = rights;
  const statements = await listAdvisedGrants(client, role);
  if (statements.length === 0) return separate(role);
  return warn(NAME, `The role ${role} only uses the tables, but its rights differ`, `${statements.join('; ')};`);
}

const separate = (role: string) => ok(NAME, `The role ${role} uses the tables and does not own them.`);
