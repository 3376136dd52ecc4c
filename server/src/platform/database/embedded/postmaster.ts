import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ClusterLayout } from './cluster.ts';
import { isAlive } from './process-alive.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** No process has this ID: it exceeds every system's largest one. */
const DEAD_PID = 4_194_305;

/** The PostgreSQL that serves this cluster now, if one does. */
export function findPostmaster(layout: ClusterLayout): Postmaster | undefined {
  const lines = pidFileLines(layout);
  const pid = Number(lines?.[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !servesData(pid, layout.data)) return undefined;
  return { pid, port: Number(lines?.[3]) || 5432 };
}

/**
 * Makes the lock files of a dead PostgreSQL harmless. Its process id may be in use again by a stranger, and
 * PostgreSQL would then refuse to start. The files are rewritten, not deleted, so that PostgreSQL still makes
 * its own check of the shared memory that a surviving child of the dead server would hold.
 */
export function defuseStaleLocks(layout: ClusterLayout): void {
  for (const file of [path.join(layout.data, 'postmaster.pid'), path.join(layout.socketFolder, '.s.PGSQL.5432.lock')]) {
    if (!existsSync(file)) continue;
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [DEAD_PID, ...rest].join('\n'));
  }
}

function pidFileLines(layout: ClusterLayout): string[] | undefined {
  try {
    return readFileSync(path.join(layout.data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** Whether that process is a PostgreSQL on this data folder, because any process may have the ID. */
function servesData(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(data);
  } catch {
    return false;
  }
}
