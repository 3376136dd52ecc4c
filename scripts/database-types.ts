import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';

/** Writes the database's types for the code, read from a freshly migrated database. */
const outFile = process.argv[2] ?? 'server/src/platform/database/schema.generated.ts';
const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-types-'));
const { chmodSync } = await import('node:fs');
chmodSync(folder, 0o711);
const server = await startEmbeddedPostgres({ folder, purpose: 'serve', durable: false });
try {
  const client = new pg.Client(server.connection);
  await client.connect();
  await migrate(client);
  await client.end();
  const { host, user, password, port } = server.connection;
  const url = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host ?? '')}`;
  const options = ['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--exclude-pattern', '(schema_migrations|pg_stat*)', '--type-mapping', '{"int8":"number"}'];
  const { status, stderr } = spawnSync('npx', ['kysely-codegen', ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
