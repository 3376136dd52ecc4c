import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { createFolderObjectStore } from '../../../integrations/storage/folder-object-store.ts';
import { embeddedMajor } from '../../../platform/database/embedded/binaries.ts';
import { keyFingerprint } from '../settings.ts';
import { keyOf } from '../vault/keys-file.ts';
import { type Manifest, writeManifest } from '../vault/manifest.ts';
import { openVault } from '../vault/vault.ts';
import { WAL_SEGMENT_BYTES, walName } from '../vault/wal.rules.ts';
import { verifySegment } from '../verify/verify.ts';
import { planRestore } from './plan-restore.ts';
import { restore } from './restore.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'stowage-plan-'));
afterAll(() => rmSync(root, { recursive: true }));
const vault = await openVault(createFolderObjectStore(root), 'a passphrase of tests', { create: true });

const id = '20261123T023000Z';
const at = '2026-11-23T02:30:00Z';
/** From segment 2 to segment 4. */
const base = { timeline: 1, walStart: '0/2000028', walEnd: '0/4000158', firstSegment: '000000010000000000000002' };
const manifest: Manifest = {
  ...{ format: 1, id, startedAt: at, finishedAt: at, migrations: [], keyFingerprint: '', line: 'one' },
  base: { ...base, postgresMajor: embeddedMajor(), plainBytes: 0, bytes: 0, sha256: '' },
  files: { count: 0, plainBytes: 0, sha256: '' },
};
const segment = (nth: number) => `00000001000000000000000${nth}`;
const put = (nth: number, content = Buffer.from('WAL')) => vault.write(walName('one', segment(nth)), Readable.from([content]));

it('notices that the WAL right after the base is missing', async () => {
  await writeManifest(vault, manifest);
  expect(await planRestore(vault, {}, undefined)).toMatchObject({ missing: undefined, segments: [] });
  await put(6);
  expect(await planRestore(vault, {}, undefined)).toMatchObject({ missing: segment(5), segments: [] });
  await put(5);
  expect(await planRestore(vault, {}, undefined)).toMatchObject({ missing: undefined, segments: [segment(5), segment(6)] });
});

it('restores across no gap of the write-ahead log, unless that is accepted', async () => {
  const keys = { encryptionKey: randomBytes(32).toString('base64'), accessTokenKey: 'of tests' };
  await writeManifest(vault, { ...manifest, keyFingerprint: keyFingerprint(keyOf(keys)) });
  for (const nth of [5, 6, 8]) await put(nth);
  const given = { keys, folder: path.join(root, 'never-made'), say: () => {} };
  await expect(restore(vault, given)).rejects.toThrow(`${segment(7)} is missing, and nothing after it can be restored`);
  await vault.store.remove(walName('one', segment(8)));
});

it('takes no segment of another cluster for one of this database', async () => {
  const content = Buffer.alloc(WAL_SEGMENT_BYTES);
  content.write('cluster1', 24);
  await put(5, content);
  await verifySegment(vault, walName('one', segment(5)), Buffer.from('cluster1'));
  await expect(verifySegment(vault, walName('one', segment(5)), Buffer.from('cluster2'))).rejects.toThrow('belongs to another database');
});
