import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';

/**
 * Writes the database's types for the code, read from a freshly migrated database.
 * `--verify <url>` compares the committed ones with that database instead, and fails when they are stale.
 */
const OUT_FILE = 'server/src/platform/database/schema.generated.ts';

const [flag, url] = process.argv.slice(2);
if (flag === '--verify' && url !== undefined) process.exit(generate(url, ['--verify']));

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-types-'));
chmodSync(folder, 0o711);
const server = await startEmbeddedPostgres({ folder, purpose: 'serve', durable: false });
const client = new pg.Client(server.connection);
await client.connect();
await migrate(client);
await client.end();
const { host, user, password, port } = server.connection;
const status = generate(`postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host ?? '')}`, []);
await server.stop();
rmSync(folder, { recursive: true });
process.exit(status);

function generate(database: string, extra: readonly string[]): number {
  const options = [
    '--dialect',
    'postgres',
    '--url',
    database,
    '--out-file',
    OUT_FILE,
    '--exclude-pattern',
    '(schema_migrations|pg_stat*)',
    '--type-mapping',
    '{"int8":"number"}',
  ];
  const result = spawnSync(path.join('node_modules', '.bin', 'kysely-codegen'), [...options, ...extra], { encoding: 'utf8' });
  if (result.status !== 0) console.error(result.stdout, result.stderr);
  return result.status ?? 1;
}
