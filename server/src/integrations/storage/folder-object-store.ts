import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { isDiskFull } from '../../platform/full-disk.ts';
import { ignoreMissing, isMissingFile } from '../../platform/http/files/missing-file.ts';
import { syncFolder } from '../../platform/made-once.ts';
import { ObjectMissingError, type ObjectStore, type StoredObject } from './object-store.ts';

const DRAFTS = '.drafts';
/** In the name of a draft, which contains the name of its object. */
const SLASH = '~';
const READ_AT_ONCE_BYTES = 1024 * 1024;

/** Objects as files of a folder: another disk, or a mounted share. */
export function createFolderObjectStore(folder: string): ObjectStore {
  const root = path.resolve(folder);
  return {
    address: root,
    async put(name, content) {
      const file = path.join(root, name);
      const draft = path.join(root, DRAFTS, `${name.replaceAll('/', SLASH)}${SLASH}${randomUUID()}`);
      await makeFolder(path.dirname(draft), 0o700);
      try {
        const handle = await disk.open(draft, 'w', 0o600);
        try {
          for await (const part of content) await handle.writeFile(part);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await makeFolder(path.dirname(file), 0o700);
        await disk.rename(draft, file);
        await syncFolder(path.dirname(file));
      } catch (error) {
        await disk.rm(draft, { force: true }).catch(() => {});
        // The system's own error of a write names no folder.
        throw isDiskFull(error) ? new Error(`The disk of ${root} is full`, { cause: error }) : error;
      }
    },
    async get(name) {
      const handle = await disk.open(path.join(root, name), 'r').catch((error: unknown) => {
        if (!isMissingFile(error)) throw error;
        throw new ObjectMissingError(`${name} is missing in ${root}`);
      });
      return createReadStream('', { fd: handle, highWaterMark: READ_AT_ONCE_BYTES });
    },
    list: (prefix) => filesBelow(root, prefix.replace(/\/$/, '')),
    async remove(name) {
      await disk.rm(path.join(root, name), { force: true });
      // The folder of a backup goes with its last object.
      await disk.rmdir(path.dirname(path.join(root, name))).catch(() => {});
    },
    async removeDrafts(isLeft) {
      const drafts = await disk.readdir(path.join(root, DRAFTS)).catch(() => []);
      for (const name of drafts) {
        const draft = path.join(root, DRAFTS, name);
        // A draft that is gone meanwhile became its object.
        const stat = await disk.stat(draft).catch(() => undefined);
        if (stat !== undefined && isLeft(name.split(SLASH).slice(0, -1).join('/'), stat.mtime)) await disk.rm(draft, { force: true });
      }
    },
  };
}

async function* filesBelow(root: string, folder: string): AsyncIterable<StoredObject> {
  const entries = (await disk.readdir(path.join(root, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, name);
    else if (entry.isFile()) {
      const { size, mtime } = await disk.stat(path.join(root, name));
      yield { name, bytes: size, at: mtime };
    }
  }
}
