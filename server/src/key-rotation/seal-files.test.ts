import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFileStore } from '../integrations/storage/file-store.ts';
import { createSealedFileStore } from '../integrations/storage/sealed-file-store.ts';
import { fixedKeyring } from '../platform/keys/keyring.ts';
import { createLogger } from '../platform/logger.ts';
import { sealFilesTask } from './seal-files.task.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-seal-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('encrypts plain files, continues where it was stopped, and leaves unfinished files alone', async () => {
  const store = createSealedFileStore(createFileStore(folder), { key: fixedKeyring(Buffer.alloc(32, 7)), isOn: async () => true });
  for (const name of ['orders', 'returns', 'incoming']) mkdirSync(path.join(folder, name));
  const names = ['orders/label.jpg', 'orders/box.jpg', 'returns/damage.jpg', 'orders/new.jpg.parts', 'incoming/x.draft'];
  for (const name of names) writeFileSync(path.join(folder, name), `plain ${name}`);
  const plain = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => names.includes(name) && readFileSync(path.join(folder, name), 'utf8').startsWith('plain'),
    );
  const stop = new AbortController();
  // Stops after the first file.
  const first = { ...store, sealPlain: (name: string) => store.sealPlain(name).finally(() => stop.abort()) };
  await sealFilesTask({ stores: [first], logger: createLogger('silent') }).run({}, stop.signal);
  expect(plain()).toHaveLength(4);
  await sealFilesTask({ stores: [store], logger: createLogger('silent') }).run({}, new AbortController().signal);
  expect(plain().toSorted()).toEqual(['incoming/x.draft', 'orders/new.jpg.parts']);
  for (const name of names.slice(0, 3)) expect(String(await store.read(name))).toBe(`plain ${name}`);
});
