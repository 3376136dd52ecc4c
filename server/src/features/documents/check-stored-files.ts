import { createHash } from 'node:crypto';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { listStoredFiles } from './document.repository.ts';

const BATCH = 500;

/** Reads every document's file and compares its hash. @returns the ids of those that are missing or differ */
export async function checkStoredFiles({ db, files }: { readonly db: Database; readonly files: FileStore }): Promise<{ checked: number; broken: number[] }> {
  const broken: number[] = [];
  let checked = 0;
  let after = 0;
  for (;;) {
    const batch = await listStoredFiles(db, { after, limit: BATCH });
    if (batch.length === 0) return { checked, broken };
    for (const { id, place, sha256 } of batch) {
      checked += 1;
      after = id;
      if (!(await hasHash(files, place, sha256))) broken.push(id);
    }
  }
}

async function hasHash(files: FileStore, place: string, sha256: Buffer): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const part of await (await files.open(place)).read()) hash.update(part);
  } catch {
    return false;
  }
  return hash.digest().equals(sha256);
}
