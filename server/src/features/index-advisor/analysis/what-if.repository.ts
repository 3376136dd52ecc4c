import pg from 'pg';
import type { AdvisedTable, WayToImagine } from '../statements/table.read-model.ts';
import { countValues, withTypicalValues } from '../statements/typical-values.rules.ts';
import type { Candidate } from './candidate.rules.ts';
import { type Plan, readPlan } from './plan.rules.ts';

/** A statement to be planned, never run: with values that it had, or with what the server takes for typical ones. */
export interface Planned {
  readonly text: string;
  readonly values: readonly unknown[] | undefined;
}

/** Whether it is planned without the values that it has. */
export function isGeneric({ text, values }: Planned): boolean {
  return values === undefined && /\$\d/.test(text);
}

/** An index that does not exist, for a table that does. */
export interface Imagined {
  readonly candidate: Candidate;
  readonly table: AdvisedTable;
}

/** Tells what the planner would do if some indexes existed. */
export interface WhatIf {
  /** How indexes are imagined: by an extension, by the catalogue, or not at all. */
  readonly way: WayToImagine;
  /**
   * @returns the plan's cost and which of the indexes it uses
   * @throws pg.DatabaseError when the server can't plan the statement
   */
  plan(statement: Planned, imagined: readonly Imagined[]): Promise<Plan<Candidate>>;
  /** Every statement that was sent until now, without any value, and how often. */
  sent(): ReadonlyMap<string, number>;
}

/** Sends a statement, and notes it. @param noted how it is noted, where it holds values; null for what is none of the planner's business */
type Send = <Row extends pg.QueryResultRow>(query: string | pg.QueryConfig, noted?: string | null) => Promise<pg.QueryResult<Row>>;

const LOCK_TIMEOUT_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const GENERIC_PLANS_FROM = 160_000;

interface Options {
  /** How indexes are imagined here, see `findWayToImagine`. */
  readonly way: WayToImagine;
  /** A statement as people may see it. */
  readonly showable: (text: string) => string | undefined;
}

export async function createWhatIf(connection: pg.ClientConfig, { way, showable }: Options): Promise<WhatIf> {
  const { version, hypopg } = await withClient(connection, async (client) => {
    const { rows } = await client.query<{ version: string; hypopg: string | null }>(
      `select current_setting('server_version_num') as version, (select quote_ident(nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'hypopg') as hypopg`,
    );
    return { version: Number(rows[0]?.version), hypopg: rows[0]?.hypopg ?? 'public' };
  });
  const imagine = { HYPOPG: imagineByExtension(hypopg), CATALOGUE: imagineByCatalogue, NONE: async () => new Map<string, Candidate>() }[way];
  const sent = new Map<string, number>();
  const sendBy =
    (client: pg.Client): Send =>
    (query, noted) => {
      const text = noted === undefined ? (typeof query === 'string' ? query : query.text) : noted;
      if (text !== null) sent.set(text, (sent.get(text) ?? 0) + 1);
      return client.query(query);
    };
  return {
    way,
    sent: () => sent,
    // Each on a session of its own: what it knows of tables is wrong once they are as they were.
    plan: (statement, imagined) =>
      withClient(connection, async (client) => {
        const send = sendBy(client);
        await client.query('begin');
        try {
          const names = await imagine(send, imagined);
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
    // What it asks would crowd out what it is to read; a role that may not say so is counted.
    await client.query(`select set_config('pg_stat_statements.track', 'none', false)`).catch(() => {});
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param schema where the extension is, quoted */
const imagineByExtension = (schema: string) => async (send: Send, imagined: readonly Imagined[]) => {
  const names = new Map<string, Candidate>();
  for (const { candidate } of imagined) {
    const statement = `create index on ${quote(candidate.schema)}.${quote(candidate.table)} using ${candidate.method} (${candidate.keys.join(', ')})`;
    // It knows no GIN.
    if (candidate.method !== 'btree') continue;
    const asked = { text: `select indexname as name from ${schema}.hypopg_create_index($1)`, values: [statement] };
    const created = await unlessRefused(send, () => send<{ name: string }>(asked, `SELECT FROM hypopg_create_index('${statement}')`));
    const name = created?.rows[0]?.name;
    if (name !== undefined) names.set(name, candidate);
  }
  return names;
};

/** One index that the server will not have is no reason to do without the others. @returns undefined where it refused */
async function unlessRefused<T>(send: Send, work: () => Promise<T>): Promise<T | undefined> {
  await send('savepoint one_index', null);
  try {
    return await work();
  } catch (error) {
    await send('rollback to savepoint one_index', null);
    return refusedByServer(error);
  }
}

/** A statement that can't be planned is told of; anything else that goes wrong is a fault. */
export function refusedByServer(error: unknown): undefined {
  if (sqlState(error) === undefined) throw error;
}

/**
 * What the server had against a statement, in its words; without them where they may hold a value of somebody.
 * @throws what did not come from the server
 */
export function refusalOf(error: unknown): string {
  const state = sqlState(error);
  if (state === undefined) throw error;
  // Syntax errors and those about data quote what they are about; the others name columns, types and limits.
  const isTelling = state !== SYNTAX_ERROR && /^(42|53|54|55|57)/.test(state);
  return isTelling ? (error as Error).message : `the server says ${state}`;
}

const SYNTAX_ERROR = '42601';

/** The server's own code of what was wrong; undefined for what did not come from it. */
export function sqlState(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/**
 * Makes each index on an empty stand-in of the table, then says in the catalogue that it is the table's, all in a
 * transaction that is rolled back: nothing is built, nobody else sees it, and the table's real size and statistics are used.
 * The stand-in numbers its columns as the table does.
 */
async function imagineByCatalogue(send: Send, imagined: readonly Imagined[]): Promise<Map<string, Candidate>> {
  const names = new Map<string, Candidate>();
  const standIns = new Map<AdvisedTable, string>();
  for (const { table } of imagined) {
    if (standIns.has(table)) continue;
    const name = `stowage_what_if_${standIns.size}`;
    standIns.set(table, name);
    await send(`create table ${name} (${table.layout.join(', ')})`);
  }
  for (const [nth, { candidate, table }] of imagined.entries()) {
    const name = `stowage_what_if_index_${nth}`;
    const statement = `create index ${name} on ${standIns.get(table)} using ${candidate.method} (${candidate.keys.join(', ')})`;
    if ((await unlessRefused(send, () => send(statement))) !== undefined) names.set(name, candidate);
  }
  for (const [table, standIn] of standIns) {
    const real = pg.escapeLiteral(`${quote(table.schema)}.${quote(table.name)}`);
    await send(`update pg_index set indrelid = ${real}::regclass where indrelid = '${standIn}'::regclass`);
    // Of a table without any index the planner does not even ask.
    if (!table.hasIndex) await send(`update pg_class set relhasindex = true where oid = ${real}::regclass and not relhasindex`);
  }
  return names;
}

async function explain(send: Send, { text, values }: Planned, { version, shown }: { version: number; shown: string }): Promise<unknown> {
  if (values !== undefined)
    return planOf(await send({ text: `explain (format json, verbose) ${text}`, values: [...values] }, `explain (format json, verbose) ${shown}`));
  const typical = withTypicalValues(text);
  // Only sent without values, as here, does the server leave the parameters open.
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
