import { type DatabaseFile, type DatabaseFiles, FUNCTIONS, type Legacy } from '../database-files.ts';
import type { RecordedFile } from './recorded-files.ts';

export interface MigrationPlan {
  /** Brings a database from before the baseline to the baseline; undefined for all others. */
  readonly adopt: DatabaseFile | undefined;
  /** What `adopt` stands for: these count as applied afterwards. */
  readonly adopted: readonly DatabaseFile[];
  readonly migrations: readonly DatabaseFile[];
  readonly functions: readonly DatabaseFile[];
  /** Migrations of a later version that processes of this version work with. Nothing is applied to such a database. */
  readonly later: readonly string[];
}

type Applied = ReadonlyMap<string, RecordedFile>;

/** Before the baseline, the list of audited tables had a row of its own. */
const LEGACY_AUDITED_TABLES = 'audited-tables.sql';

/**
 * The plan for a database with these rows in `schema_migrations`, by name.
 * @throws Error when it can't be continued from; the message says why and what to do
 */
export function planMigration(files: DatabaseFiles, applied: Applied): MigrationPlan {
  const migrations = new Map([...applied].filter(([name]) => !name.startsWith(FUNCTIONS) && name !== LEGACY_AUDITED_TABLES));
  const functions = files.functions.filter((file) => isPendingFunction(file, applied.get(file.name), files.version));
  if (isExactly(migrations, files.legacy.migrations)) {
    const [adopted, later] = splitBy(files.migrations, (file) => files.legacy.baseline.includes(file.name));
    return { adopt: files.legacy.adopt, adopted, migrations: later, functions, later: [] };
  }
  const later = laterMigrations(files, migrations);
  const pending = files.migrations.filter((file) => !migrations.has(file.name));
  if (later.length === 0) return { adopt: undefined, adopted: [], migrations: pending, functions, later };
  if (pending[0] !== undefined) {
    throw new Error(
      `The database has migration ${later[0]}, which this version does not know, but lacks ${pending[0].name}: the two versions have different histories. Start the version that made it`,
    );
  }
  return { adopt: undefined, adopted: [], migrations: [], functions: [], later };
}

/** A process of an earlier version never puts its older definitions back. */
function isPendingFunction(file: DatabaseFile, recorded: RecordedFile | undefined, version: string): boolean {
  return recorded?.checksum !== file.checksum && compareVersions(recorded?.version ?? '0.0.0', version) <= 0;
}

/** @throws Error when the database has a history that this version can't work with */
function laterMigrations({ version, migrations, legacy }: DatabaseFiles, applied: Applied): string[] {
  const current = new Map(migrations.map((file) => [file.name, file.checksum]));
  const unknown = [...applied].filter(([name]) => !current.has(name) && !legacy.migrations.has(name));
  const refused = unknown.find(([, { compatibleFrom }]) => compatibleFrom === null || compareVersions(compatibleFrom, version) > 0);
  if (refused !== undefined) throw newerDatabase(refused);
  const known = [...applied].filter(([name]) => current.has(name) || legacy.migrations.has(name));
  if (known.every(([name, { checksum }]) => current.get(name) === checksum)) return unknown.map(([name]) => name).toSorted();
  if (known.every(([name, { checksum }]) => legacy.migrations.get(name) === checksum)) throw incomplete(legacy, applied);
  const changed = known.find(([name, { checksum }]) => current.get(name) !== checksum && legacy.migrations.get(name) !== checksum);
  const name = changed?.[0] ?? known.map(([one]) => one).find((one) => !current.has(one));
  throw new Error(`Migration ${name} has changed since it was applied: restore the file, and write a new migration instead`);
}

function newerDatabase([name, { compatibleFrom }]: [string, RecordedFile]): Error {
  const needed = compatibleFrom === null ? 'Start that version' : `Versions before ${compatibleFrom} can't use it. Start that version`;
  return new Error(
    `The database has migration ${name}, which this version does not know: a newer version made it. ${needed}, or restore a backup from before it`,
  );
}

/** @returns a negative number when the first is earlier */
function compareVersions(first: string, second: string): number {
  const [left, right] = [first, second].map((version) => version.split('-')[0]?.split('.').map(Number) ?? []);
  for (const place of [0, 1, 2]) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function incomplete(legacy: Legacy, applied: Applied): Error {
  const missing = [...legacy.migrations.keys()].filter((name) => !applied.has(name));
  return new Error(
    `The database has only ${applied.size} of the ${legacy.migrations.size} migrations from before the baseline (${missing[0]} is missing). ` +
      'Start the last version from before the baseline once, which applies the others, and then this version',
  );
}

function isExactly(applied: Applied, wanted: ReadonlyMap<string, string>): boolean {
  return applied.size === wanted.size && [...wanted].every(([name, checksum]) => applied.get(name)?.checksum === checksum);
}

function splitBy<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
