import { MINUTE_MS } from '@stowage/contract/formats/durations';
import type { ChangedFile, ChangedFiles } from './changed-files.ts';
import { followLooks } from './last-look.ts';

/** A bucket can only be listed as a whole, at a request for each thousand files. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** Clocks of object stores differ from ours. */
const OVERLAP_MS = MINUTE_MS;

export interface WrittenObjects {
  /** The names of files in a folder that were written since this time. */
  listSince(folder: string, since: Date): AsyncIterable<string>;
}

/**
 * The files that were written to a bucket, every ten minutes. Until then the bucket has the only copy.
 * @param from files that were written before are stored
 */
export function followObjects(objects: WrittenObjects, folders: readonly string[], from: Date): ChangedFiles {
  const looks = followLooks(from, OVERLAP_MS);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let confirmedAt = lookedAt;
  return {
    async since(now) {
      if (performance.now() - confirmedAt < LOOK_EVERY_MS) return [];
      lookedAt = performance.now();
      const since = new Date(looks.since(now));
      const changed: ChangedFile[] = [];
      for (const folder of folders) for await (const name of objects.listSince(folder, since)) changed.push({ folder, name });
      return changed;
    },
    confirm() {
      if (confirmedAt === lookedAt) return;
      looks.confirm();
      confirmedAt = lookedAt;
    },
  };
}

/** What changed in one place or the other. */
export function inBothPlaces(...places: readonly ChangedFiles[]): ChangedFiles {
  return {
    since: async (now) => (await Promise.all(places.map((place) => place.since(now)))).flat(),
    confirm() {
      for (const place of places) place.confirm();
    },
  };
}
