import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run.mjs';

const PORTS = [
  'proxy',
  'web1',
  'web2',
  'postgres',
  'pg1',
  'pg2',
  'patroni1',
  'patroni2',
  'etcd',
  'etcdPeers',
  'web1Metrics',
  'web2Metrics',
  'worker1Metrics',
  'worker2Metrics',
  'store',
];
/** Longer than Patroni waits for a machine that is lost: one that is back before that stays the primary. */
const LOST_MACHINE_MS = 20_000;
const BUCKET = 'stowage';
/** The proxy takes two checks, a second apart, to send calls elsewhere: `inter` and `fall` in haproxy.cfg. */
const DRAIN_SECONDS = 3;
const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** The ports of all parts, one after the other. */
export function portsFrom(first) {
  return Object.fromEntries(PORTS.map((name, nth) => [name, first + nth]));
}

/** @throws Error that names the Debian packages that are missing */
export function findPrograms() {
  const programs = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' };
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'];
  const found = Object.keys(programs).map((name) => [name, folders.map((folder) => path.join(folder, name)).find(existsSync)]);
  const version = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER).sort((one, other) => Number(other) - Number(one))[0] : undefined;
  const missing = found.flatMap(([name, file]) => (file === undefined ? [programs[name]] : []));
  if (version === undefined) missing.push('postgresql');
  if (missing.length > 0) throw new Error(`The cluster needs programs that are not installed: apt-get install ${missing.join(' ')}`);
  return { ...Object.fromEntries(found), postgres: path.join(POSTGRES_FOLDER, version, 'bin') };
}

/** PostgreSQL does not run as root. @returns undefined when this is not root */
export function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, 'postgres'])));
  return { uid, gid };
}

/** Generated at the first start; a folder of an earlier version gets those that it lacks. */
export function secretsIn(folder) {
  const file = path.join(folder, 'secrets.json');
  const names = ['tokenKey', 'encryptionKey', 'ownerPassword', 'databasePassword', 'superuserPassword', 'replicationPassword', 'adminPassword'];
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = Object.fromEntries(names.map((name) => [name, stored[name] ?? randomBytes(24).toString('hex')]));
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/** Writes a file of `operations/cluster` with its values. */
function fill(template, file, values, account) {
  const text = readFileSync(path.join(root, 'operations/cluster', template), 'utf8');
  writeFileSync(
    file,
    text.replace(/\$\{(\w+)\}/g, (_, name) => values[name]),
    { mode: 0o600 },
  );
  if (account !== undefined) chownSync(file, account.uid, account.gid);
  return file;
}

export function etcdPart({ folder, ports, programs }) {
  const clients = `http://127.0.0.1:${ports.etcd}`;
  const peers = `http://127.0.0.1:${ports.etcdPeers}`;
  const options = { name: 'etcd1', 'data-dir': path.join(folder, 'etcd'), 'listen-client-urls': clients, 'advertise-client-urls': clients };
  const cluster = { 'listen-peer-urls': peers, 'initial-advertise-peer-urls': peers, 'initial-cluster': `etcd1=${peers}` };
  return { name: 'etcd', command: programs.etcd, args: Object.entries({ ...options, ...cluster }).flatMap(([name, value]) => [`--${name}`, value]) };
}

/** @param nth 1 or 2 */
export function postgresPart({ folder: whole, ports, programs, secrets, account }, nth) {
  const name = `pg${nth}`;
  const folder = path.join(whole, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const values = { ...secrets, name, folder, port: ports[name], patroni: ports[`patroni${nth}`], etcd: ports.etcd, programs: programs.postgres };
  const config = fill('patroni.yaml', path.join(folder, 'patroni.yaml'), values, account);
  return { name, command: programs.patroni, args: [config], account, cwd: folder, env: { HOME: folder }, restartMs: LOST_MACHINE_MS };
}

export function proxyPart({ folder, ports, programs }) {
  return { name: 'proxy', command: programs.haproxy, args: ['-db', '-f', fill('haproxy.cfg', path.join(folder, 'haproxy.cfg'), ports)] };
}

/** The double of S3 that the tests use. Debian's only server of objects is OpenStack Swift, which is a cluster of its own. */
export function objectStorePart({ folder, ports }) {
  const args = [path.join(root, 'scripts/cluster/object-store.mjs'), String(ports.store), path.join(folder, 'objects'), BUCKET];
  return { name: 'store', command: process.execPath, args };
}

/** The role of running processes, which only uses the tables. */
export function databaseUrl({ ports, secrets }) {
  return `postgresql://stowage_app:${secrets.databasePassword}@127.0.0.1:${ports.postgres}/stowage`;
}

/** The role that owns the tables. */
function ownerUrl({ ports, secrets }) {
  return `postgresql://stowage:${secrets.ownerPassword}@127.0.0.1:${ports.postgres}/stowage`;
}

/** Both servers: the one that is the standby is read. */
function replicaUrl({ ports, secrets }) {
  return `postgresql://stowage_app:${secrets.databasePassword}@127.0.0.1:${ports.pg1},127.0.0.1:${ports.pg2}/stowage`;
}

/** A process of Stowage. @param name web1, web2, worker1 or worker2 */
export function stowagePart(cluster, name) {
  const { folder, ports, secrets } = cluster;
  const role = name.replace(/\d$/, '');
  const data = path.join(folder, name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const env = {
    STOWAGE_ROLE: role,
    STOWAGE_DATA_DIR: data,
    STOWAGE_DEMO: 'off',
    STOWAGE_TOKEN_KEY: secrets.tokenKey,
    STOWAGE_ENCRYPTION_KEY: secrets.encryptionKey,
    STOWAGE_ADMIN_EMAIL: 'admin@stowage.local',
    STOWAGE_ADMIN_PASSWORD: secrets.adminPassword,
    STOWAGE_TRUSTED_PROXIES: 'loopback',
    STOWAGE_METRICS_PORT: String(ports[`${name}Metrics`]),
    STOWAGE_FILES: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${ports.store}`,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    DATABASE_URL: databaseUrl(cluster),
    DATABASE_OWNER_URL: ownerUrl(cluster),
    DATABASE_REPLICA_URL: replicaUrl(cluster),
    ...(role === 'web' && {
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      STOWAGE_PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
      STOWAGE_DRAIN_SECONDS: String(DRAIN_SECONDS),
    }),
  };
  return { name, command: process.execPath, args: ['--enable-source-maps', path.join(root, 'server/dist/main.js')], cwd: root, env };
}
