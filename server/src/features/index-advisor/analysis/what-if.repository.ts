import pg from 'pg';
import type { DatabaseConnection, DatabaseOwner } from '../../../platform/database/connection/connect.ts';
import type { AdvisedTable, HypotheticalMethod } from '../statements/table.read-model.ts';
import { countValues, withTypicalValues } from '../statements/typical-values.rules.ts';
import type { Candidate } from './candidate.rules.ts';
import { type Plan, readPlan } from './plan.rules.ts';

/** A statement to plan, with sampled values, or without values as a generic plan. It is never run. */
export interface Planned {
  readonly text: string;
  readonly values: readonly unknown[] | undefined;
}

/** Whether a statement with parameters is planned without values. */
export function isGeneric({ text, values }: Planned): boolean {
  return values === undefined && /\$\d/.test(text);
}

/** A hypothetical index on a table. */
export interface HypotheticalIndex {
  readonly candidate: Candidate;
  readonly table: AdvisedTable;
}

/** Plans statements as if some hypothetical indexes existed. */
export interface WhatIf {
  /** How hypothetical indexes are created: by an extension, through the system catalog, or not at all. */
  readonly method: HypotheticalMethod;
  /** @throws pg.DatabaseError when the server can't plan the statement */
  plan(statement: Planned, indexes: readonly HypotheticalIndex[]): Promise<Plan<Candidate>>;
  /** All sent statements without their values, and how often each was sent. */
  sent(): ReadonlyMap<string, number>;
}

/** Sends a statement and records it. @param recorded the text to record instead; null records nothing */
type Send = <Row extends pg.QueryResultRow>(query: string | pg.QueryConfig, recorded?: string | null) => Promise<pg.QueryResult<Row>>;

const LOCK_TIMEOUT_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const GENERIC_PLANS_FROM = 160_000;

interface Roles {
  /** Plans the statements. */
  readonly connection: DatabaseConnection;
  /** Edits the system catalog. */
  readonly owner: Pick<DatabaseOwner, 'connection'>;
}

interface Options {
  readonly method: HypotheticalMethod;
  /** Removes the values from a statement. */
  readonly showable: (text: string) => string | undefined;
}

export async function createWhatIf({ connection, owner }: Roles, { method, showable }: Options): Promise<WhatIf> {
  const { version, hypopg, role } = await withClient(connection, async (client) => {
    const { rows } = await client.query<{ version: string; role: string; hypopg: string | null }>(
      `select current_setting('server_version_num') as version, current_user as role, (select quote_ident(nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'hypopg') as hypopg`,
    );
    return { version: Number(rows[0]?.version), hypopg: rows[0]?.hypopg ?? 'public', role: rows[0]?.role ?? '' };
  });
  const createIndexes = { HYPOPG: createByExtension(hypopg), CATALOGUE: createInCatalog, NONE: async () => new Map<string, Candidate>() }[method];
  const sent = new Map<string, number>();
  const sendBy =
    (client: pg.Client): Send =>
    (query, recorded) => {
      const text = recorded === undefined ? (typeof query === 'string' ? query : query.text) : recorded;
      if (text !== null) sent.set(text, (sent.get(text) ?? 0) + 1);
      return client.query(query);
    };
  return {
    method,
    sent: () => sent,
    // Uses a new session per plan, because the session's table cache is wrong after the rollback.
    plan: (statement, indexes) =>
      withClient(method === 'CATALOGUE' ? owner.connection : connection, async (client) => {
        const send = sendBy(client);
        await client.query('begin');
        try {
          const names = await createIndexes(send, indexes);
          // Planning evaluates functions with the rights of the role.
          if (method === 'CATALOGUE') await send(`set local role ${quote(role)}`, null);
          return readPlan(await explain(send, statement, { version, shown: showable(statement.text) ?? '' }), names);
        } finally {
          await client.query('rollback').catch(() => {});
        }
      }),
  };
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'stowage-what-if' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}; set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    // Keeps the advisor's own statements out of the statistics, if the role may do so.
    await client.query(`select set_config('pg_stat_statements.track', 'none', false)`).catch(() => {});
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param schema the quoted schema of the extension */
const createByExtension = (schema: string) => async (send: Send, indexes: readonly HypotheticalIndex[]) => {
  const names = new Map<string, Candidate>();
  for (const { candidate } of indexes) {
    const statement = `create index on ${quote(candidate.schema)}.${quote(candidate.table)} using ${candidate.method} (${candidate.keys.join(', ')})`;
    // hypopg does not support GIN.
    if (candidate.method !== 'btree') continue;
    const asked = { text: `select indexname as name from ${schema}.hypopg_create_index($1)`, values: [statement] };
    const created = await unlessRefused(send, () => send<{ name: string }>(asked, `SELECT FROM hypopg_create_index('${statement}')`));
    const name = created?.rows[0]?.name;
    if (name !== undefined) names.set(name, candidate);
  }
  return names;
};

/** Runs the work in a savepoint, so that one refused index does not prevent the others. @returns undefined when the server refused */
async function unlessRefused<T>(send: Send, work: () => Promise<T>): Promise<T | undefined> {
  await send('savepoint one_index', null);
  try {
    return await work();
  } catch (error) {
    await send('rollback to savepoint one_index', null);
    return refusedByServer(error);
  }
}

/** Ignores errors of the server and rethrows all others. */
export function refusedByServer(error: unknown): undefined {
  if (sqlState(error) === undefined) throw error;
}

/**
 * The server's reason to refuse a statement; only its code when the message may contain a value.
 * @throws errors that did not come from the server
 */
export function refusalOf(error: unknown): string {
  const state = sqlState(error);
  if (state === undefined) throw error;
  // Messages about syntax and data quote values; the others name columns, types and limits.
  const isSafe = state !== SYNTAX_ERROR && /^(42|53|54|55|57)/.test(state);
  return isSafe ? (error as Error).message : `error ${state}`;
}

const SYNTAX_ERROR = '42601';

/** The SQLSTATE of an error; undefined when it did not come from the server. */
function sqlState(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/**
 * Creates each index on an empty copy of the table, then assigns it to the real table in the system catalog, all in a
 * transaction that is rolled back. Nothing is built, no other session sees it, and the planner uses the table's real size and
 * statistics. The copy numbers its columns like the table.
 */
async function createInCatalog(send: Send, indexes: readonly HypotheticalIndex[]): Promise<Map<string, Candidate>> {
  const names = new Map<string, Candidate>();
  const standIns = new Map<AdvisedTable, string>();
  for (const { table } of indexes) {
    if (standIns.has(table)) continue;
    const name = `stowage_what_if_${standIns.size}`;
    standIns.set(table, name);
    await send(`create table ${name} (${table.layout.join(', ')})`);
  }
  for (const [number, { candidate, table }] of indexes.entries()) {
    const name = `stowage_what_if_index_${number}`;
    const statement = `create index ${name} on ${standIns.get(table)} using ${candidate.method} (${candidate.keys.join(', ')})`;
    if ((await unlessRefused(send, () => send(statement))) !== undefined) names.set(name, candidate);
  }
  for (const [table, standIn] of standIns) {
    const real = pg.escapeLiteral(`${quote(table.schema)}.${quote(table.name)}`);
    await send(`update pg_index set indrelid = ${real}::regclass where indrelid = '${standIn}'::regclass`);
    // The planner ignores the indexes of a table that is marked as having none.
    if (!table.hasIndex) await send(`update pg_class set relhasindex = true where oid = ${real}::regclass and not relhasindex`);
  }
  return names;
}

async function explain(send: Send, { text, values }: Planned, { version, shown }: { version: number; shown: string }): Promise<unknown> {
  if (values !== undefined)
    return planOf(await send({ text: `explain (format json, verbose) ${text}`, values: [...values] }, `explain (format json, verbose) ${shown}`));
  const typical = withTypicalValues(text);
  // The server leaves parameters open only when the statement is sent without values.
  const generic = 'explain (format json, verbose, generic_plan)';
  if (version >= GENERIC_PLANS_FROM) return planOf(await send(`${generic} ${typical}`, `${generic} ${shown}`));
  const count = countValues(typical);
  await send(`set local plan_cache_mode = force_generic_plan; prepare stowage_what_if as ${typical}`, `prepare stowage_what_if as ${shown}`);
  const nothing = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
  return planOf(await send(`explain (format json, verbose) execute stowage_what_if${nothing}`));
}

function planOf({ rows }: pg.QueryResult): unknown {
  return (rows[0] as { 'QUERY PLAN': readonly { Plan: unknown }[] })['QUERY PLAN'][0]?.Plan;
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
