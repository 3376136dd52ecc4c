import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The operating-system account that runs PostgreSQL, which refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * @returns undefined when this process is not root: PostgreSQL then runs as the same account
 * @throws Error when this is root and there is neither a `postgres` nor a `nobody` account
 */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  if (entry?.[2] === undefined || entry[3] === undefined) {
    throw new Error('PostgreSQL does not run as root, and there is no postgres or nobody account to run it as');
  }
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** What a program says of its version; undefined when that account can't run it, because its folder is closed to others. */
export function versionOf(program: string, account: Account | undefined): string | undefined {
  try {
    return execFileSync(program, ['--version'], { ...account, cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** Whether that account can enter this folder. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
