import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout or installed release: the nearest folder above this file that holds the migrations. Works from source and from a bundle. */
export function checkoutRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'database', 'migrations'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('The checkout with database/migrations was not found above the server');
    folder = parent;
  }
  return folder;
}

/** Whether this is an installed release, which has no sources. */
export function isInstalled(): boolean {
  return !existsSync(path.join(checkoutRoot(), 'server', 'src'));
}

/** Eight characters derived from a path, for names that must be short and stable. */
export function pathHash(location: string): string {
  return createHash('sha256').update(path.resolve(location)).digest('hex').slice(0, 8);
}
