import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyFolder } from './copy-folder.ts';
import { freePort, Stack } from './stack.ts';

/** Seeds the demo once for the whole run and stops; each stack then starts on a copy of its data. */
export default async function prepareDemoSnapshot(): Promise<() => void> {
  const startedAt = Date.now();
  const seeded = new Stack(await freePort(), {}, { from: 'nothing' });
  await seeded.start();
  await seeded.waitForFirstImports();
  await seeded.stop();
  const snapshot = mkdtempSync(path.join(os.tmpdir(), 'stowage-demo-'));
  copyFolder(seeded.folder, snapshot);
  seeded.remove();
  // A power failure during a journey may lose data. Commits still survive a killed process.
  appendFileSync(path.join(snapshot, 'postgres/data/postgresql.conf'), '\nfsync = off\nfull_page_writes = off\n');
  process.env.STOWAGE_DEMO_SNAPSHOT = snapshot;
  process.stdout.write(`The demo data is ready (${Math.round((Date.now() - startedAt) / 1_000)} s)\n`);
  return () => rmSync(snapshot, { recursive: true, force: true });
}
