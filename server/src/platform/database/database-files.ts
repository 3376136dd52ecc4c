import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkoutRoot } from '../paths.ts';

/** One SQL file of `database/`, under the name that `schema_migrations` stores. */
export interface DatabaseFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations from before the baseline: a database that has exactly these is adopted. */
export interface Legacy {
  /** Checksums by name. */
  readonly migrations: ReadonlyMap<string, string>;
  /** The migrations whose schema `adopt.sql` produces. */
  readonly baseline: readonly string[];
  readonly adopt: DatabaseFile;
}

export interface DatabaseFiles {
  /** The version of Stowage that these files belong to. */
  readonly version: string;
  readonly migrations: readonly DatabaseFile[];
  readonly functions: readonly DatabaseFile[];
  readonly legacy: Legacy;
}

export async function readDatabaseFiles(): Promise<DatabaseFiles> {
  const [version, migrations, functions, list, adopt] = await Promise.all([
    readVersion(),
    readFolder('migrations', /^\d{4}_[a-z0-9_]+\.sql$/, ''),
    readFolder('functions', /^[a-z0-9-]+\.sql$/, FUNCTIONS),
    readFile(path.join(root(), 'legacy', '0280.json'), 'utf8'),
    readDatabaseFile('legacy/adopt.sql'),
  ]);
  const { baseline, migrations: checksums } = JSON.parse(list) as { baseline: string[]; migrations: Record<string, string> };
  return { version, migrations, functions, legacy: { baseline, migrations: new Map(Object.entries(checksums)), adopt } };
}

/** Begins the names of function files in `schema_migrations`. */
export const FUNCTIONS = 'functions/';

/** The version in the folder with `database/`: a test runs the present program with the files of a later version. */
async function readVersion(): Promise<string> {
  const { version = '0.0.0' } = JSON.parse(await readFile(path.join(checkoutRoot(), 'package.json'), 'utf8')) as { version?: string };
  return version;
}

export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

async function readFolder(folder: string, pattern: RegExp, prefix: string): Promise<DatabaseFile[]> {
  const names = (await readdir(path.join(root(), folder))).filter((name) => pattern.test(name)).sort();
  return Promise.all(names.map(async (name) => ({ ...(await readDatabaseFile(path.join(folder, name))), name: `${prefix}${name}` })));
}

async function readDatabaseFile(name: string): Promise<DatabaseFile> {
  const sql = await readFile(path.join(root(), name), 'utf8');
  return { name, sql, checksum: checksumOf(sql) };
}

function root(): string {
  return path.join(checkoutRoot(), 'database');
}
