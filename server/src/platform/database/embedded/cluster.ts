import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { madeOnce } from '../../made-once.ts';
import { pathHash } from '../../paths.ts';
import type { RuntimeRole } from '../roles/runtime-role.ts';
import { type Account, postgresAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './process-alive.ts';
import { hasCompleteUpgrade } from './upgrade/swap-clusters.ts';

/** The locations of an embedded database's parts. */
export interface ClusterLayout {
  readonly folder: string;
  readonly data: string;
  readonly socketFolder: string;
  readonly log: string;
  /** Begins the names of the folders with copied programs. */
  readonly native: string;
}

/** The kernel's limit for a socket's path is 107 bytes. */
const SOCKET_PATH_LIMIT = 107;
export const SOCKET_NAME = '.s.PGSQL.5432';
export const RUNTIME_ROLE = 'stowage_app';

export function clusterLayout(root: string): ClusterLayout {
  const folder = path.join(root, 'postgres');
  const inside = path.join(folder, 'run');
  const fits = Buffer.byteLength(path.join(inside, SOCKET_NAME)) <= SOCKET_PATH_LIMIT;
  return {
    folder,
    data: path.join(folder, 'data'),
    socketFolder: fits ? inside : path.join(os.tmpdir(), `stowage-${pathHash(root)}`),
    log: path.join(folder, 'server.log'),
    native: path.join(folder, 'native'),
  };
}

/** Makes what PostgreSQL needs before it starts. A half-made cluster of a killed start is thrown away. */
export async function ensureCluster(layout: ClusterLayout, binaries: Binaries, account: Account | undefined): Promise<void> {
  mkdirSync(layout.socketFolder, { recursive: true, mode: 0o700 });
  own(layout.socketFolder, account);
  if (existsSync(layout.data)) return;
  for (const name of readdirSync(layout.folder)) {
    if (!name.startsWith('init-')) continue;
    const pid = Number(name.slice('init-'.length));
    // In a container every start has the same process id.
    if (pid === process.pid || !isAlive(pid)) rmSync(path.join(layout.folder, name), { recursive: true });
  }
  const making = path.join(layout.folder, `init-${process.pid}`);
  mkdirSync(making, { mode: 0o700 });
  const data = path.join(making, 'data');
  const passwordFile = path.join(making, 'password');
  const password = randomBytes(24).toString('base64url');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const file of [making, data, passwordFile]) own(file, account);
  const options = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth=scram-sha-256'];
  await promisify(execFile)(binaries.initdb, ['-D', data, '-U', 'stowage', `--pwfile=${passwordFile}`, ...options], { ...account, cwd: making });
  writeFileSync(path.join(data, 'stowage-password'), password, { mode: 0o600 });
  own(path.join(data, 'stowage-password'), account);
  // The last step, and one that happens whole or not at all. Another start may have been quicker.
  if (!existsSync(layout.data)) renameSync(data, layout.data);
  rmSync(making, { recursive: true });
}

/** Whether this data root holds a database already. */
export function hasCluster(root: string): boolean {
  return existsSync(clusterLayout(root).data) || hasCompleteUpgrade(root);
}

/** A mistyped or forgotten data directory must not become a new, empty installation. @throws Error */
export function requireCluster(root: string): void {
  if (hasCluster(root)) return;
  throw new Error(`There is no Stowage data in ${root}. Start Stowage once, or set STOWAGE_DATA_DIR (or DATABASE_URL) as it was when it started`);
}

/** The major version of the PostgreSQL that made a cluster. */
export function clusterMajor(layout: ClusterLayout): number {
  return Number.parseInt(readFileSync(path.join(layout.data, 'PG_VERSION'), 'utf8'), 10);
}

/** @throws Error when these programs can't serve the cluster */
export function requireSameMajor(layout: ClusterLayout, { major }: Binaries): void {
  const made = clusterMajor(layout);
  if (made === major) return;
  const what = `The database in ${layout.data} was made by PostgreSQL ${made}`;
  if (made > major) throw new Error(`${what}, which is newer than the PostgreSQL ${major} of this version of Stowage. Start the version that made it`);
  throw new Error(
    `${what}, and this version of Stowage has PostgreSQL ${major}. Run stowage upgrade-postgres, which copies the database and keeps the old one`,
  );
}

export function clusterPassword(layout: ClusterLayout): string {
  return readFileSync(path.join(layout.data, 'stowage-password'), 'utf8');
}

/** The role of running processes, whose password is generated once. It is stored with the data, as that of the owner is. */
export function runtimeRoleOf(root: string): RuntimeRole & { readonly password: string } {
  const { data } = clusterLayout(root);
  const file = path.join(data, `${RUNTIME_ROLE}-password`);
  const isNew = !existsSync(file);
  const password = madeOnce(file, () => randomBytes(24).toString('base64url'));
  // A base backup reads all files of the data directory.
  if (isNew) own(file, postgresAccount());
  return { name: RUNTIME_ROLE, password, isOurs: true };
}

function own(file: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(file, account.uid, account.gid);
}
