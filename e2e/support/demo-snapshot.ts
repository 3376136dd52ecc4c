import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyFolder } from './copy-folder.ts';
import { freePort, Stack } from './stack.ts';

/**
 * Seeds the demo once for the whole run, unless `STOWAGE_DEMO_SNAPSHOT` names one that was seeded before. Each stack
 * starts on a copy of it.
 */
export default async function prepareDemoSnapshot(): Promise<(() => void) | undefined> {
  if (process.env.STOWAGE_DEMO_SNAPSHOT !== undefined) return undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-demo-'));
  await seedDemo(folder);
  process.env.STOWAGE_DEMO_SNAPSHOT = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Starts the product on an empty installation, waits for the demo and its first imports, and copies its data. */
export async function seedDemo(folder: string): Promise<void> {
  const startedAt = Date.now();
  const seeded = new Stack(await freePort(), {}, { from: 'nothing' });
  await seeded.start();
  await seeded.waitForFirstImports();
  await seeded.stop();
  copyFolder(seeded.folder, folder);
  seeded.remove();
  // A power failure during a journey may lose data. Commits still survive a killed process.
  appendFileSync(path.join(folder, 'postgres/data/postgresql.conf'), '\nfsync = off\nfull_page_writes = off\n');
  process.stdout.write(`The demo data is ready (${Math.round((Date.now() - startedAt) / 1_000)} s)\n`);
}
