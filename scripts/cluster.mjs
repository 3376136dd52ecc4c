import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  databaseUrl,
  etcdPart,
  findPrograms,
  objectStorePart,
  portsFrom,
  postgresAccount,
  postgresPart,
  proxyPart,
  secretsIn,
  stowagePart,
} from './cluster/parts.mjs';
import { Supervisor } from './cluster/supervisor.mjs';
import { prepare } from './prepare.mjs';
import { root } from './run.mjs';

/** `npm run cluster`: two web processes, two workers, two PostgreSQL servers, an object store and a proxy on this machine, until Ctrl-C. */
const FIRST_PORT = Number(process.env.STOWAGE_CLUSTER_PORT ?? 7_000);
const READY_WITHIN_MS = 120_000;
const TRY_MS = 500;

/** Other accounts must be able to enter it: PostgreSQL runs as one. */
const folder = process.env.STOWAGE_CLUSTER_DIR ?? (process.getuid?.() === 0 ? '/var/lib/stowage-cluster' : path.join(root, '.stowage/cluster'));

async function main() {
  const programs = findPrograms();
  refuseSecondStart();
  await prepare({ tools: true });
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const cluster = { folder, programs, ports: portsFrom(FIRST_PORT), secrets: secretsIn(folder), account: postgresAccount() };
  const address = `http://127.0.0.1:${cluster.ports.proxy}`;
  const supervisor = new Supervisor(folder, { address, database: databaseUrl(cluster), ports: cluster.ports });
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(signal));
  });
  const started = startAll(supervisor, cluster, address).then(
    () => {
      console.log(`Stowage is ready at ${address}. Sign in as admin@stowage.local with the password in ${path.join(folder, 'secrets.json')} (adminPassword)`);
      console.log(`Logs and processes: ${folder}. Kill any of them and watch it come back. Ctrl-C stops all`);
    },
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
      return 'failed';
    },
  );
  if ((await Promise.race([stopped, started])) === undefined) await stopped;
  console.log('Stopping …');
  await supervisor.stop();
}

async function startAll(supervisor, cluster, address) {
  console.log('Starting PostgreSQL with a standby …');
  supervisor.start(etcdPart(cluster));
  supervisor.start(objectStorePart(cluster));
  for (const nth of [1, 2]) supervisor.start(postgresPart(cluster, nth));
  supervisor.start(proxyPart(cluster));
  await until('PostgreSQL', () => createDatabase(cluster));
  console.log('Starting Stowage …');
  for (const name of ['web1', 'web2', 'worker1', 'worker2']) supervisor.start(stowagePart(cluster, name));
  await until('Stowage', async () => {
    const { status } = await fetch(`${address}/api/health/ready`);
    if (status !== 200) throw new Error(`${address} answers ${status}`);
  });
}

/** Creates the two roles and the database of docs/database-roles.md, on the server that takes writes. */
async function createDatabase({ ports, secrets }) {
  const client = new pg.Client({ host: '127.0.0.1', port: ports.postgres, user: 'postgres', password: secrets.superuserPassword, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const [role, password] of Object.entries({ stowage: secrets.ownerPassword, stowage_app: secrets.databasePassword })) {
      const { rows } = await client.query('select from pg_roles where rolname = $1', [role]);
      await client.query(`${rows.length === 0 ? 'create' : 'alter'} role ${role} login password '${password}'`);
    }
    await client.query('grant pg_monitor to stowage_app');
    const { rows } = await client.query("select from pg_database where datname = 'stowage'");
    if (rows.length === 0) await client.query("create database stowage owner stowage encoding 'UTF8'");
  } finally {
    await client.end();
  }
}

async function until(what, attempt) {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw new Error(`${what} did not start within ${READY_WITHIN_MS / 1000} s: ${error.message}. See the logs in ${folder}`);
      await sleep(TRY_MS);
    }
  }
}

function refuseSecondStart() {
  const file = path.join(folder, 'cluster.json');
  if (!existsSync(file)) return;
  const { parts, isRunning } = JSON.parse(readFileSync(file, 'utf8'));
  const alive = isRunning ? Object.entries(parts).filter(([, { pid }]) => isAlive(pid)) : [];
  if (alive.length > 0) throw new Error(`Parts of the cluster in ${folder} still run: ${alive.map(([name, { pid }]) => `${name} (${pid})`).join(', ')}`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
