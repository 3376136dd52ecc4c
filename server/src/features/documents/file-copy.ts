import { createHash } from 'node:crypto';
import type { FileStore } from '../../integrations/storage/file-store.ts';

/** A stored file, as its row describes it. */
export interface StoredCopy {
  readonly sha256: Buffer;
  readonly place: string;
  readonly bytes: number;
}

/** Copies generated content while it is sent, part by part, never whole in memory. */
export interface FileCopy {
  append(part: Uint8Array): Promise<void>;
  /** @returns undefined when it could not be written */
  keep(): Promise<StoredCopy | undefined>;
  /** Deletes the incomplete copy. */
  discard(): Promise<void>;
}

/** Equal contents share one file, named by its hash. */
export function placeOf(sha256: Buffer): string {
  const name = sha256.toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** @param warn logs why it could not be written; sending continues */
export async function beginCopy(files: FileStore, warn: (error: unknown) => void): Promise<FileCopy> {
  const hash = createHash('sha256');
  let bytes = 0;
  let draft = await files.begin().catch((error: unknown) => void warn(error));
  const discard = async () => {
    const left = draft;
    draft = undefined;
    await left?.discard().catch(() => {});
  };
  const giveUp = async (error: unknown) => {
    warn(error);
    await discard();
  };
  return {
    async append(part) {
      hash.update(part);
      bytes += part.length;
      await draft?.append(part).catch(giveUp);
    },
    async keep() {
      const sha256 = hash.digest();
      const place = placeOf(sha256);
      await draft?.keepAs(place).catch(giveUp);
      if (draft === undefined) return undefined;
      draft = undefined;
      return { sha256, place, bytes };
    },
    discard,
  };
}
