import type pg from 'pg';
import { readPendingChanges } from '../../platform/database/migrate.ts';
import { attempt, type Check, fail, ok, warn } from '../check.ts';
import {
  countConnections,
  countFailedJobs,
  exist,
  readClock,
  readMeasures,
  readQueue,
  readServer,
  readSettings,
  readUpkeep,
} from './database-state.read-model.ts';
import { checkPartitions } from './partition-check.ts';

const OLDEST_VERSION = 150_000;
/** Settings that a setting other than this endangers. */
const NEEDED = { fsync: 'on', full_page_writes: 'on' };
const ADVISED = { autovacuum: 'on', track_counts: 'on', synchronous_commit: 'on' };
const SMALL_BUFFERS_BYTES = 128 * 1024 ** 2;
/** Web and job process have up to this many connections each. */
const CONNECTIONS_OF_A_PROCESS = 18;
const SHORT_TIMEOUT_MS = 60_000;
const CLOCK_WARN_MS = 2_000;
const OLD_JOB_MINUTES = 10;
const OLD_TRANSACTION_AGE = 1_500_000_000;

const ROWS = 'Look at its log, and run stowage doctor again.';
const VERSIONS = 'Run the version of Stowage that used this database last, or restore a backup.';

export async function checkDatabase(client: pg.Client): Promise<Check[]> {
  return [
    await attempt('database version', ROWS, () => checkVersion(client)),
    await attempt('database settings', ROWS, () => checkSettings(client)),
    await attempt('connections', ROWS, () => checkConnections(client)),
    await attempt('database clock', ROWS, () => checkClock(client)),
    await attempt('migrations', VERSIONS, () => checkMigrations(client)),
    await attempt('indexes', ROWS, () => checkUpkeep(client)),
    await attempt('partitions', ROWS, () => checkPartitions(client)),
    await attempt('queue', ROWS, () => checkQueue(client)),
    await attempt('jobs', ROWS, () => checkJobs(client)),
  ];
}

async function checkVersion(client: pg.Client): Promise<Check> {
  const { number, version, encoding } = await readServer(client);
  if (number < OLDEST_VERSION) return fail('database version', `PostgreSQL ${version}`, 'Upgrade to PostgreSQL 15 or later.');
  if (encoding !== 'UTF8') return fail('database version', `The encoding is ${encoding}`, "Create the database with ENCODING 'UTF8'.");
  return ok('database version', `PostgreSQL ${version}, ${encoding}`);
}

async function checkSettings(client: pg.Client): Promise<Check> {
  const name = 'database settings';
  const value = await readSettings(client);
  const differs = (wanted: Record<string, string>) => Object.entries(wanted).filter(([setting, right]) => value.get(setting) !== right);
  const dangerous = differs(NEEDED);
  const lines = (found: [string, string][]) => found.map(([setting]) => `${setting} is ${value.get(setting)}`).join(', ');
  if (dangerous.length > 0)
    return fail(name, `${lines(dangerous)}: a crash can destroy the database`, `Set ${dangerous.map((pair) => pair.join(' = ')).join(', ')}.`);
  const poor = differs(ADVISED);
  if (poor.length > 0) return warn(name, lines(poor), `Set ${poor.map((pair) => pair.join(' = ')).join(', ')}.`);
  const { buffers, timeout } = await readMeasures(client);
  if (Number(buffers) < SMALL_BUFFERS_BYTES)
    return warn(name, `shared_buffers is ${value.get('shared_buffers')}`, 'Give it a quarter of the memory of the machine, at least 128MB.');
  if (Number(timeout) > 0 && Number(timeout) < SHORT_TIMEOUT_MS) {
    return warn(name, `statement_timeout is ${value.get('statement_timeout')}`, 'Imports and reports take longer: remove it for the role of Stowage.');
  }
  return ok(name, `fsync, full_page_writes and autovacuum are on; shared_buffers ${value.get('shared_buffers')}`);
}

async function checkConnections(client: pg.Client): Promise<Check> {
  const { used, allowed } = await countConnections(client);
  const text = `${used} of ${allowed} connections are in use`;
  const isTight = allowed - used < CONNECTIONS_OF_A_PROCESS;
  return isTight
    ? warn('connections', text, `A further process needs ${CONNECTIONS_OF_A_PROCESS}: raise max_connections, or stop other clients.`)
    : ok('connections', text);
}

async function checkClock(client: pg.Client): Promise<Check> {
  const asked = Date.now();
  const now = await readClock(client);
  const middle = (asked + Date.now()) / 2;
  return clockCheck('database clock', now.getTime() - middle, CLOCK_WARN_MS);
}

export function clockCheck(name: string, aheadMs: number, toleranceMs: number): Check {
  const seconds = Math.round(aheadMs / 1_000);
  if (Math.abs(aheadMs) <= toleranceMs) return ok(name, 'It agrees with this machine.');
  return warn(
    name,
    `It is ${Math.abs(seconds)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`,
    'Synchronize both clocks (NTP): deadlines, sessions and two-step codes depend on them.',
  );
}

async function checkMigrations(client: pg.Client): Promise<Check> {
  const name = 'migrations';
  if (!(await exist(client, ['public.schema_migrations']))) return warn(name, 'The database is empty', 'Start Stowage, which creates its tables.');
  const { migrations, functions, later } = await readPendingChanges(client);
  if (later.length > 0) return ok(name, `${later.length} are of a later version, with which this one works.`);
  if (migrations.length + functions.length > 0)
    return warn(name, `${migrations.length} migrations and ${functions.length} function files are not applied`, 'Start this version, or run stowage migrate.');
  return ok(name, 'All are applied, and all functions are current.');
}

async function checkUpkeep(client: pg.Client): Promise<Check> {
  const { invalid, age } = await readUpkeep(client);
  if (age > OLD_TRANSACTION_AGE)
    return fail('indexes', `Transactions are ${age} old`, 'Autovacuum falls behind: run VACUUM (FREEZE) before PostgreSQL refuses to write.');
  if (invalid > 0) return warn('indexes', `${invalid} indexes are not valid`, 'Restart Stowage, which builds them again; the Index Advisor shows the others.');
  return ok('indexes', 'All indexes are valid.');
}

async function checkQueue(client: pg.Client): Promise<Check> {
  const name = 'queue';
  if (!(await exist(client, ['graphile_worker.jobs']))) return warn(name, 'There is no job queue yet', 'Start Stowage, which creates it.');
  const { waiting, minutes, dead, names } = await readQueue(client);
  if (minutes > OLD_JOB_MINUTES)
    return warn(name, `${waiting} tasks wait, the first for ${minutes} minutes`, 'Check that Stowage runs, and that its jobs are not held up by a long one.');
  if (dead > 0) return warn(name, `${dead} tasks failed for good: ${names}`, 'The column last_error of graphile_worker.jobs says why.');
  return ok(name, `${waiting} tasks wait.`);
}

async function checkJobs(client: pg.Client): Promise<Check> {
  const failed = await countFailedJobs(client);
  if (failed.length === 0) return ok('jobs', 'None failed within 24 hours.');
  return warn(
    'jobs',
    `Failed within 24 hours: ${failed.map(({ kind, runs }) => `${kind} (${runs})`).join(', ')}`,
    'Jobs in the user menu shows their reasons.',
  );
}
