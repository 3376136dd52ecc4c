import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { measure, type Round, roundOf } from './measure.ts';
import { readScript, runScript } from './pgbench-script.ts';

const DATABASE = 'bench_reference';
const FOLDER = 'bench/reference';
const MICROSECONDS = 1_000;

/**
 * The fixed reference of `bench/reference/`: what the same work costs a bare PostgreSQL. It runs in its own database on the
 * product's server, so that both share settings, disk and cores. pgbench drives it where that is installed, else a bare
 * `pg` loop over the same statements.
 */
export class Reference {
  readonly driver: 'pgbench' | 'pg loop';
  private readonly connection: pg.ClientConfig;

  private constructor(connection: pg.ClientConfig) {
    this.connection = connection;
    this.driver = hasPgbench() ? 'pgbench' : 'pg loop';
  }

  /** Creates the reference's database. @param server the product's server */
  static async create(server: pg.ClientConfig): Promise<Reference> {
    const admin = new pg.Client(server);
    await admin.connect();
    await admin.query(`create database ${DATABASE}`);
    await admin.end();
    const reference = new Reference({ ...server, database: DATABASE });
    const client = await reference.connect();
    // VACUUM needs a statement of its own.
    for (const statement of readFileSync(path.join(FOLDER, 'schema.sql'), 'utf8').split(';')) await client.query(statement);
    await client.end();
    return reference;
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.connection);
    await client.connect();
    return client;
  }

  /** Runs a script of the reference repeatedly on several connections for a time. */
  async measure(script: 'scan' | 'page', connections: number, seconds: number): Promise<Round> {
    const file = path.join(FOLDER, `${script}.sql`);
    if (this.driver === 'pgbench') return this.runPgbench(file, connections, seconds);
    const steps = readScript(file);
    const clients = await Promise.all(Array.from({ length: connections }, () => this.connect()));
    const round = await measure(connections, seconds, async (nth) => {
      const client = clients[nth];
      if (client !== undefined) await runScript(client, steps);
    });
    await Promise.all(clients.map((client) => client.end()));
    return round;
  }

  private async runPgbench(file: string, connections: number, seconds: number): Promise<Round> {
    const { host, port, user, password } = this.connection;
    const logs = mkdtempSync(path.join(os.tmpdir(), 'stowage-pgbench-'));
    const clients = ['-c', String(connections), '-j', String(Math.min(2, connections))];
    const log = ['--log', `--log-prefix=${path.join(logs, 'log')}`];
    await promisify(execFile)('pgbench', ['-n', '-M', 'prepared', '-f', file, ...clients, '-T', String(seconds), ...log, DATABASE], {
      env: { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: String(password) },
    });
    // A line for each transaction; its third field is the time in microseconds.
    const lines = readdirSync(logs).flatMap((name) => readFileSync(path.join(logs, name), 'utf8').trimEnd().split('\n'));
    rmSync(logs, { recursive: true });
    return roundOf(
      lines.map((line) => Number(line.split(' ')[2]) / MICROSECONDS),
      seconds,
    );
  }
}

function hasPgbench(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
