import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { openBackupRunner } from '../features/backups/index.ts';
import { verifyBackup } from './verify-backup.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-verify-'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('says that the backup beside an external PostgreSQL has no database', async () => {
  const { context } = await createTestApp();
  const [target, passphraseFile] = [path.join(folder, 'target'), path.join(folder, 'passphrase')];
  writeFileSync(passphraseFile, 'a passphrase of tests');
  const backup = { target, passphraseFile, at: 'off', keep: '7d', s3: context.backup.s3 };
  const { backUp } = await openBackupRunner({ ...context, backup, databaseServer: { isEmbedded: false }, fileFolders: [] });
  const { manifest } = await backUp();
  vi.stubEnv('STOWAGE_BACKUP_TARGET', target);
  vi.stubEnv('STOWAGE_BACKUP_PASSPHRASE_FILE', passphraseFile);
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await verifyBackup({ first: '', text: () => undefined, isSet: () => false })).toBe(0);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    `Backup ${manifest.id} is whole: 0 files have their hashes. It has no database, which the tools of its server back up.`,
  );
});

it('names the folder for the drill that does not exist, before it compares anything', async () => {
  const to = path.join(folder, 'nowhere');
  await expect(verifyBackup({ first: '', text: (option) => (option === 'to' ? to : undefined), isSet: () => true })).rejects.toThrow(
    `The folder ${to} for the drill does not exist`,
  );
});
