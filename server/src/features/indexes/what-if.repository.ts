import pg from 'pg';
import type { Candidate } from './candidate.rules.ts';
import { type Plan, readPlan } from './plan.rules.ts';
import type { AdvisedTable, WayToImagine } from './table.read-model.ts';

/** A statement to be planned, never run: with values that it had, or with what the server takes for typical ones. */
export interface Planned {
  readonly text: string;
  readonly values: readonly unknown[] | undefined;
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
}

const LOCK_TIMEOUT_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const GENERIC_PLANS_FROM = 160_000;

/** @param way how indexes are imagined here, see `findWayToImagine` */
export async function createWhatIf(connection: pg.ClientConfig, way: WayToImagine): Promise<WhatIf> {
  const version = await withClient(connection, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    return Number(rows[0]?.version);
  });
  const imagine = { HYPOPG: imagineByExtension, CATALOGUE: imagineByCatalogue, NONE: async () => new Map<string, Candidate>() }[way];
  return {
    way,
    // Each on a session of its own: what it knows of tables is wrong once they are as they were.
    plan: (statement, imagined) =>
      withClient(connection, async (client) => {
        await client.query('begin');
        try {
          const names = await imagine(client, imagined);
          return readPlan(await explain(client, statement, version), names);
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

async function imagineByExtension(client: pg.Client, imagined: readonly Imagined[]): Promise<Map<string, Candidate>> {
  const names = new Map<string, Candidate>();
  for (const { candidate } of imagined) {
    const statement = `create index on ${quote(candidate.schema)}.${quote(candidate.table)} using ${candidate.method} (${candidate.keys.join(', ')})`;
    // It knows no GIN.
    if (candidate.method !== 'btree') continue;
    const { rows } = await client.query<{ name: string }>('select indexname as name from hypopg_create_index($1)', [statement]);
    if (rows[0] !== undefined) names.set(rows[0].name, candidate);
  }
  return names;
}

/**
 * Makes each index on an empty stand-in of the table, then says in the catalogue that it is the table's, all in a
 * transaction that is rolled back: nothing is built, nobody else sees it, and the table's real size and statistics are used.
 * The stand-in numbers its columns as the table does.
 */
async function imagineByCatalogue(client: pg.Client, imagined: readonly Imagined[]): Promise<Map<string, Candidate>> {
  const names = new Map<string, Candidate>();
  const standIns = new Map<AdvisedTable, string>();
  for (const { table } of imagined) {
    if (standIns.has(table)) continue;
    const name = `stowage_what_if_${standIns.size}`;
    standIns.set(table, name);
    await client.query(`create table ${name} (${table.layout.join(', ')})`);
  }
  for (const [nth, { candidate, table }] of imagined.entries()) {
    const name = `stowage_what_if_index_${nth}`;
    await client.query(`create index ${name} on ${standIns.get(table)} using ${candidate.method} (${candidate.keys.join(', ')})`);
    names.set(name, candidate);
  }
  for (const [table, standIn] of standIns) {
    const real = `${quote(table.schema)}.${quote(table.name)}`;
    await client.query('update pg_index set indrelid = $1::regclass where indrelid = $2::regclass', [real, standIn]);
    // Of a table without any index the planner does not even ask.
    if (!table.hasIndex) await client.query('update pg_class set relhasindex = true where oid = $1::regclass and not relhasindex', [real]);
  }
  return names;
}

async function explain(client: pg.Client, { text, values }: Planned, version: number): Promise<unknown> {
  if (values !== undefined) return planOf(await client.query({ text: `explain (format json, verbose) ${text}`, values: [...values] }));
  const typical = withTypicalValues(text);
  // Only sent without values, as here, does the server leave the parameters open.
  if (version >= GENERIC_PLANS_FROM) return planOf(await client.query(`explain (format json, verbose, generic_plan) ${typical}`));
  const count = Math.max(0, ...[...typical.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  await client.query(`set local plan_cache_mode = force_generic_plan; prepare stowage_what_if as ${typical}`);
  return planOf(
    await client.query(
      `explain (format json, verbose) execute stowage_what_if${count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`}`,
    ),
  );
}

/**
 * The server numbers values where its own grammar allows none (`interval $1`), and takes an unknown limit for a tenth of all
 * rows; people ask for a page.
 */
function withTypicalValues(text: string): string {
  return text
    .replace(/\b(interval|date|timestamp|timestamptz|time)\s+(\$\d+)/gi, '$2::$1')
    .replace(/\bextract\s*\(\s*\$\d+\s+from\b/gi, 'extract(year from')
    .replace(/\blimit\s+\$\d+/gi, 'limit 50')
    .replace(/\boffset\s+\$\d+/gi, 'offset 0');
}

function planOf({ rows }: pg.QueryResult): unknown {
  return (rows[0] as { 'QUERY PLAN': readonly { Plan: unknown }[] })['QUERY PLAN'][0]?.Plan;
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
