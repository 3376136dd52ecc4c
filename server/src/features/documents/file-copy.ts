import { createHash } from 'node:crypto';
import type { FileStore } from '../../integrations/storage/file-store.ts';

/** What lies in the store, as its row says. */
export interface KeptCopy {
  readonly sha256: Buffer;
  readonly place: string;
  readonly bytes: number;
}

/** A copy of what is made while it is on its way: written part by part, never whole in memory. */
export interface FileCopy {
  append(part: Uint8Array): Promise<void>;
  /** @returns undefined where it could not be written */
  keep(): Promise<KeptCopy | undefined>;
  /** Nothing is left of what was not kept. */
  discard(): Promise<void>;
}

/** Files of one content lie once: their name is what they hold. */
export function placeOf(sha256: Buffer): string {
  const name = sha256.toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** @param warn hears why it could not be written; whoever makes it goes on */
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
