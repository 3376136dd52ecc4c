import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { walSpool } from '../platform/database/embedded/wal-archive.ts';
import { createLogger } from '../platform/logger.ts';
import { openServer } from '../start-platform.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-wal-'));
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true }));
const BACKUPS = { STOWAGE_BACKUP_TARGET: path.join(folder, 'backups'), STOWAGE_BACKUP_PASSPHRASE_FILE: path.join(folder, 'passphrase') };
const spool = walSpool(folder);
const segments = () => readdirSync(spool).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
const gap = () => (existsSync(path.join(spool, 'gap')) ? readFileSync(path.join(spool, 'gap'), 'utf8') : undefined);

/** Starts the server of a stopped installation, writes, and stops it. @returns whether it archives */
async function run(purpose: 'serve' | 'visit', env: Record<string, string> = {}): Promise<string> {
  const config = readConfig({ STOWAGE_DATA_DIR: folder, ...env });
  const { owner, stop } = await openServer({ config, logger: createLogger('silent'), purpose, say: () => {} });
  const client = new pg.Client(owner?.connection);
  await client.connect();
  try {
    await client.query('create table if not exists written (at timestamptz); insert into written values (now())');
    return (await client.query('show archive_mode')).rows[0].archive_mode;
  } finally {
    await client.end();
    await stop();
  }
}

it('keeps the WAL of commands whose environment has no backup target, and asks for a backup after a run without archiving', async () => {
  expect(await run('serve')).toBe('off');
  expect(await run('visit')).toBe('off');
  expect(existsSync(spool)).toBe(false);

  expect(await run('serve', BACKUPS)).toBe('on');
  const before = segments();
  expect(await run('visit')).toBe('on');
  expect(segments()).toBeGreaterThan(before);
  expect(gap()).toBeUndefined();

  // Backups were switched off: nothing empties the spool.
  expect(await run('serve')).toBe('off');
  expect(gap()).toContain('a run without archiving');
  expect(await run('visit')).toBe('off');
});
