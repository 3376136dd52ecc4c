import { rmSync } from 'node:fs';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { type Analysis, analyzeStatements } from '../../server/src/features/index-advisor/index.ts';
import { loadGrammar } from '../../server/src/features/index-advisor/statements/statement-text.ts';
import { openDatabase } from '../../server/src/platform/database/connection/connect.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { EPINIONS, type Workload } from './datasets/epinions.ts';
import { seedImdb } from './datasets/imdb-data.ts';
import { IMDB_INDEXES, IMDB_QUERIES } from './datasets/imdb-queries.ts';
import { createFolder } from './harness/data-folder.ts';
import { printTable, seconds } from './harness/measure.ts';

/** `npm run bench -- index-advisor [scale]`: runs the advisor on an untuned workload and compares its estimates with the measured gains. */
const SCALE = Number(process.argv[2] ?? 1);
/** At larger scales some queries take minutes without indexes. */
const IMDB_SCALE = 0.3 * SCALE;
const RUNS = 5;
/** The only table of Stowage that the advisor needs: its audit log. */
const AUDIT_LOG = 'create table audit_entries (action text, record_kind text, record_id text, before jsonb, after jsonb, records integer)';
const LEAST_SHARE = 0.9;

const IMDB: Workload = {
  name: 'Join Order Benchmark',
  seed: (client) => seedImdb(client, IMDB_SCALE),
  queries: Object.fromEntries(Object.entries(IMDB_QUERIES).map(([name, text]) => [name, () => ({ text, values: [] })])),
  indexes: Object.entries(IMDB_INDEXES).flatMap(([table, columns]) => columns.map((column) => `create index on ${table} (${column})`)),
};

async function benchAll(admin: pg.ClientConfig): Promise<boolean> {
  const epinions = await bench(admin, 'epinions', EPINIONS);
  // Without indexes the server uses hash joins, which fit into memory at this size; the benchmark's indexes make many queries slower.
  const imdb = await bench(admin, 'imdb', IMDB);
  return epinions.share >= LEAST_SHARE && [epinions, imdb].every(({ isUsed, isMostlyRight }) => isUsed && isMostlyRight);
}

async function bench(admin: pg.ClientConfig, database: string, workload: Workload) {
  const connection = { ...admin, database };
  await withClient(admin, (client) => client.query(`create database ${database}`));
  const seeded = await seconds(() => withClient(connection, (client) => workload.seed(client, SCALE)));
  await withClient(connection, (client) => client.query('create extension pg_stat_statements; create extension pg_trgm'));
  await withClient(connection, (client) => client.query(AUDIT_LOG));
  console.log(`\n${workload.name}, seeded in ${seeded.toFixed(0)} s: ${Object.keys(workload.queries).length} statements, ${RUNS} runs each`);
  const { db, owner, samples, close } = openDatabase(connection, { max: 2, onError: () => {} });
  const names = await namesOf(workload);
  try {
    const run = (text: string, values: readonly unknown[] = []) => db.executeQuery(CompiledQuery.raw(text, [...values]));
    // The tables were filled before the start of the workload.
    await run('select pg_stat_statements_reset(), pg_stat_reset()');
    const before = await timeAll(workload, run);
    const slowness = { calls: RUNS, meanMs: 5 };
    const source = { db, connection, owner, mayEditCatalog: true };
    let found: Analysis | undefined;
    const took = await seconds(async () => {
      found = await analyzeStatements({ ...source, samples }, { slowness });
    });
    const blind = await analyzeStatements({ ...source, samples: { note: () => {}, list: () => [] } }, { slowness });
    if (found === undefined || blind === undefined) throw new Error('The server does not count statements');
    printAdvice(found, took, names);
    const own = await withIndexes(connection, workload.indexes, () => timeAll(workload, run));
    const advised = await withIndexes(connection, advisedIndexes(found), async () => {
      const times = await timeAll(workload, run);
      // A session reports its index usage when it is idle or when it is asked to.
      await run('select pg_stat_force_next_flush()');
      return times;
    });
    const printed = printTimes({ before, own: own.times, advised: advised.times }, predictions(found, names), predictions(blind, names));
    console.log(`Advised but unused: ${advised.unused.length === 0 ? 'none' : advised.unused.join(', ')}`);
    return { ...printed, isUsed: advised.unused.length === 0 };
  } finally {
    await close();
  }
}

/** The statements' names by the advisor's fingerprints. */
async function namesOf({ queries }: Workload): Promise<ReadonlyMap<string, string>> {
  const grammar = await loadGrammar();
  return new Map(Object.entries(queries).map(([name, query]) => [grammar.read(query(0).text)?.fingerprint ?? '', name]));
}

type Times = ReadonlyMap<string, number>;

/** The median time of each query in ms, without the first run, which warms the caches. */
async function timeAll({ queries }: Workload, run: (text: string, values: readonly unknown[]) => Promise<unknown>): Promise<Times> {
  const times = new Map<string, number>();
  for (const [name, query] of Object.entries(queries)) {
    const took: number[] = [];
    for (let i = 0; i < RUNS; i++) {
      const { text, values } = query(i);
      took.push(1000 * (await seconds(async () => void (await run(text, values)))));
    }
    times.set(name, took.slice(1).toSorted((one, other) => one - other)[Math.floor((RUNS - 1) / 2)] ?? Number.NaN);
  }
  return times;
}

const advisedIndexes = ({ advice }: Analysis) =>
  advice.map(({ candidate: { table, method, keys } }) => `create index on ${table} using ${method} (${keys.join(', ')})`);

async function withIndexes(
  connection: pg.ClientConfig,
  statements: readonly string[],
  work: () => Promise<Times>,
): Promise<{ times: Times; unused: string[] }> {
  const secondary = `select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where indexrelname !~ '_pkey$' order by 1`;
  const build = await seconds(() =>
    withClient(connection, async (client) => {
      for (const statement of statements) await client.query(statement);
      await client.query('vacuum analyze');
    }),
  );
  const times = await work();
  const { rows } = await withClient(connection, (client) => client.query<{ name: string; scans: string }>(secondary));
  console.log(`${statements.length} indexes created in ${build.toFixed(0)} s`);
  await withClient(connection, async (client) => {
    for (const { name } of rows) await client.query(`drop index "${name}"`);
    await client.query('vacuum analyze');
  });
  return { times, unused: rows.filter(({ scans }) => Number(scans) === 0).map(({ name }) => name) };
}

/** The saving of all advised indexes together, in percent of a statement's cost. */
function predictions({ advice }: Analysis, names: ReadonlyMap<string, string>): Times {
  const found = new Map<string, number>();
  for (const { uses } of advice) {
    for (const { judged, costTogether } of uses) found.set(names.get(judged.statement.fingerprint) ?? '', 100 * (1 - costTogether / judged.before.cost));
  }
  return found;
}

function printAdvice({ advice, statements, unplanned }: Analysis, took: number, names: ReadonlyMap<string, string>): void {
  printTable(
    `${statements} slow statements judged in ${took.toFixed(1)} s, ${unplanned.length} of them could not be planned; suggested:`,
    advice.map(({ candidate, percent, bytes, uses }) => ({
      index: `${candidate.table} (${candidate.keys.join(', ')})${candidate.method === 'btree' ? '' : ` ${candidate.method}`}`,
      'estimated improvement': `${percent.toFixed(0)} %`,
      'estimated MiB': (bytes / 1_048_576).toFixed(0),
      statements: uses.map(({ judged }) => names.get(judged.statement.fingerprint)).join(' '),
    })),
  );
}

function printTimes(times: { before: Times; own: Times; advised: Times }, predicted: Times, blind: Times) {
  const sum = (of: Times) => [...of.values()].reduce((total, ms) => total + ms, 0);
  let right = 0;
  let judged = 0;
  const rows = [...times.before].map(([name, before]) => {
    const advised = times.advised.get(name) ?? Number.NaN;
    const measured = 100 * (1 - advised / before);
    const prediction = predicted.get(name);
    if (prediction !== undefined) {
      judged += 1;
      if (measured > 0 && prediction / measured <= 2 && measured / prediction <= 2) right += 1;
    }
    const percent = (value: number | undefined) => (value === undefined ? 'no index' : `${value.toFixed(0)} %`);
    return {
      statement: name,
      'before ms': before.toFixed(1),
      'own indexes ms': (times.own.get(name) ?? Number.NaN).toFixed(1),
      'advised ms': advised.toFixed(1),
      predicted: percent(prediction),
      'predicted without values': percent(blind.get(name)),
      measured: `${measured.toFixed(0)} %`,
    };
  });
  printTable('Each statement, median', rows);
  const ofTime = (sum(times.before) - sum(times.advised)) / (sum(times.before) - sum(times.own));
  console.log(
    `\nTotal: ${sum(times.before).toFixed(0)} ms before, ${sum(times.own).toFixed(0)} ms with the benchmark's own indexes, ${sum(times.advised).toFixed(0)} ms with the advised`,
  );
  console.log(`The advised indexes save ${(100 * ofTime).toFixed(0)} % of what the benchmark's own indexes save`);
  console.log(`Predictions within a factor of two of the measurement: ${right} of ${judged}`);
  return { share: ofTime, isMostlyRight: right * 2 > judged };
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

const folder = createFolder();
const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
try {
  process.exitCode = (await benchAll(server.connection)) ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
