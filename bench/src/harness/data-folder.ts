import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A new folder that the server's account may enter. */
export function createFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}
