import { type DatabaseFile, type DatabaseFiles, FUNCTIONS, type Legacy } from './database-files.ts';

export interface MigrationPlan {
  /** Brings a database from before the baseline to the baseline; undefined for all others. */
  readonly adopt: DatabaseFile | undefined;
  /** What `adopt` stands for: these count as applied afterwards. */
  readonly adopted: readonly DatabaseFile[];
  readonly migrations: readonly DatabaseFile[];
  readonly functions: readonly DatabaseFile[];
}

/** Before the baseline, the list of audited tables had a row of its own. */
const LEGACY_AUDITED_TABLES = 'audited-tables.sql';

/**
 * The plan for a database with these rows in `schema_migrations` (checksum by name).
 * @throws Error when it can't be continued from; the message says why and what to do
 */
export function planMigration(files: DatabaseFiles, applied: ReadonlyMap<string, string>): MigrationPlan {
  const migrations = new Map([...applied].filter(([name]) => !name.startsWith(FUNCTIONS) && name !== LEGACY_AUDITED_TABLES));
  const functions = files.functions.filter((file) => applied.get(file.name) !== file.checksum);
  if (isExactly(migrations, files.legacy.migrations)) {
    const [adopted, later] = splitBy(files.migrations, (file) => files.legacy.baseline.includes(file.name));
    return { adopt: files.legacy.adopt, adopted, migrations: later, functions };
  }
  refuseOthers(files, migrations);
  return { adopt: undefined, adopted: [], migrations: files.migrations.filter((file) => !migrations.has(file.name)), functions };
}

function refuseOthers({ migrations, legacy }: DatabaseFiles, applied: ReadonlyMap<string, string>): void {
  const current = new Map(migrations.map((file) => [file.name, file.checksum]));
  if ([...applied].every(([name, checksum]) => current.get(name) === checksum)) return;
  const unknown = [...applied.keys()].find((name) => !current.has(name) && !legacy.migrations.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `The database has migration ${unknown}, which this version does not know: a newer version made it. Start that version, or restore a backup from before it`,
    );
  }
  if ([...applied].every(([name, checksum]) => legacy.migrations.get(name) === checksum)) throw incomplete(legacy, applied);
  const changed = [...applied].find(([name, checksum]) => current.get(name) !== checksum && legacy.migrations.get(name) !== checksum);
  const name = changed?.[0] ?? [...applied.keys()].find((one) => !current.has(one));
  throw new Error(`Migration ${name} has changed since it was applied: restore the file, and write a new migration instead`);
}

function incomplete(legacy: Legacy, applied: ReadonlyMap<string, string>): Error {
  const missing = [...legacy.migrations.keys()].filter((name) => !applied.has(name));
  return new Error(
    `The database has only ${applied.size} of the ${legacy.migrations.size} migrations from before the baseline (${missing[0]} is missing). ` +
      'Start the last version from before the baseline once, which applies the others, and then this version',
  );
}

function isExactly(applied: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): boolean {
  return applied.size === wanted.size && [...wanted].every(([name, checksum]) => applied.get(name) === checksum);
}

function splitBy<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
