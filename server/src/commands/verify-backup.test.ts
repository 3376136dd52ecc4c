import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { toLines } from '../features/backups/vault/file-list.ts';
import { fileListName, writeManifest } from '../features/backups/vault/manifest.ts';
import { openVault } from '../features/backups/vault/vault.ts';
import { createFolderObjectStore } from '../integrations/storage/folder-object-store.ts';
import { verifyBackup } from './verify-backup.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-verify-'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('says that the backup beside an external PostgreSQL has no database', async () => {
  const target = path.join(folder, 'target');
  const passphrase = 'a passphrase of tests';
  writeFileSync(path.join(folder, 'passphrase'), passphrase);
  const vault = await openVault(createFolderObjectStore(target), passphrase, { create: true });
  const id = '20261123T023000Z';
  const { sha256 } = await vault.write(fileListName(id), toLines((async function* () {})()));
  const at = '2026-11-23T02:30:00Z';
  const files = { count: 0, plainBytes: 0, sha256 };
  await writeManifest(vault, { format: 1, id, startedAt: at, finishedAt: at, migrations: [], keyFingerprint: '', line: 'one', base: null, files });
  vi.stubEnv('STOWAGE_BACKUP_TARGET', target);
  vi.stubEnv('STOWAGE_BACKUP_PASSPHRASE_FILE', path.join(folder, 'passphrase'));
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await verifyBackup({ first: '', text: () => undefined, isSet: () => false })).toBe(0);
  const lines = said.mock.calls.map(([line]) => line);
  expect(lines).toEqual([`Backup ${id} is whole: 0 files have their hashes. It has no database, which the tools of its server back up.`]);
});
