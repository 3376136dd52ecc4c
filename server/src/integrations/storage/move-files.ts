import { createHash } from 'node:crypto';
import { ignoreMissing, isMissingFile } from '../../platform/http/files/missing-file.ts';
import type { FileStore } from './file-store.ts';

export interface Moved {
  files: number;
  bytes: number;
  /** Names whose content differs between the places; both copies stay. */
  readonly different: string[];
  /** Uploads in progress, which end where they began. */
  unfinished: number;
}

interface Place {
  /** As it is stored. */
  readonly stored: FileStore;
  /** The same place, decrypted. */
  readonly plain: FileStore;
}

interface Move {
  readonly from: Place;
  readonly to: Place;
  readonly onProgress: (moved: Moved) => void;
}

/** Names of files that are being written. */
const UNFINISHED = /^incoming\/|\.(?:draft|parts)$/;
const AT_A_TIME = 6;

/**
 * Moves all files of a folder from one place to the other, while both are in use. A file leaves its place only after the copy was
 * read again and compared, so a move that is killed continues with the next one.
 * @throws Error when a copy differs or a place fails
 */
export async function moveFiles({ from, to, onProgress }: Move, moved: Moved): Promise<void> {
  for await (const names of from.stored.folders()) {
    const waiting = [...names];
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        if (UNFINISHED.test(name)) moved.unfinished += 1;
        else await moveFile(name, { from, to }, moved);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    onProgress(moved);
  }
}

async function moveFile(name: string, { from, to }: Pick<Move, 'from' | 'to'>, moved: Moved): Promise<void> {
  const isThere = (await to.stored.writtenAt(name)) !== undefined;
  const bytes = isThere ? 0 : await copyFile(name, from.stored, to.stored);
  // Removed by a person meanwhile.
  if (bytes === undefined) return;
  // A copy of before may have been encrypted in its place since.
  if (isThere && (await hashOf(from.plain, name)) !== (await hashOf(to.plain, name))) {
    if ((await from.stored.writtenAt(name)) !== undefined) moved.different.push(name);
    return;
  }
  // A removal removes the file from both places, but may have looked here before the copy was there.
  if ((await from.stored.writtenAt(name)) === undefined) return to.stored.remove(name);
  await from.stored.remove(name);
  moved.files += 1;
  moved.bytes += bytes;
}

/** @returns the size; undefined when the file was removed meanwhile */
async function copyFile(name: string, from: FileStore, to: FileStore): Promise<number | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  const draft = await to.begin();
  try {
    for await (const part of await (await from.open(name)).read()) {
      hash.update(part);
      bytes += part.length;
      await draft.append(part);
    }
    await draft.keepAs(name);
  } catch (error) {
    await draft.discard().catch(() => {});
    if (isMissingFile(error) && (await from.writtenAt(name)) === undefined) return undefined;
    throw error;
  }
  if ((await hashOf(to, name)) === hash.digest('hex')) return bytes;
  await to.remove(name);
  throw new Error(`The copy of ${name} differs from the file: nothing was removed`);
}

/** @returns undefined for a missing file */
async function hashOf(store: FileStore, name: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  const read = async () => {
    for await (const part of await (await store.open(name)).read()) hash.update(part);
    return hash.digest('hex');
  };
  return read().catch(ignoreMissing);
}
