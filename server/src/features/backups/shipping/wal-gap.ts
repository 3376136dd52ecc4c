import * as disk from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../../../platform/http/files/missing-file.ts';

/** Beside the segments, so that it goes with the spool of a cluster that is replaced. */
const gapFile = (spool: string) => path.join(spool, 'gap');

/**
 * Records that WAL was discarded: what follows needs a new backup, also after a restart.
 * @param last the last segment that was discarded, or what else distinguishes this gap from a later one
 */
export async function noteGap(spool: string, last: string): Promise<void> {
  await disk.writeFile(gapFile(spool), last, { flush: true });
}

/** @returns what was noted last since the last backup; undefined when the WAL has no gap */
export async function readGap(spool: string): Promise<string | undefined> {
  return disk.readFile(gapFile(spool), 'utf8').catch(ignoreMissing);
}

/** @param last what was read before the backup began: what was discarded meanwhile needs another one */
export async function closeGap(spool: string, last: string): Promise<void> {
  if ((await readGap(spool)) === last) await disk.rm(gapFile(spool));
}
