import { createHmac } from 'node:crypto';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { readOldestTransaction } from '../../platform/database/transactions/oldest-transaction.repository.ts';
import { derivedKey } from '../../platform/keys/derived-key.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type ArchivedRange, listArchivedRanges } from '../archives/index.ts';
import { digestLinks } from './audit-archive.ts';
import { findLastLink, findUnlinked, insertLinks, type Link, listLinks, listUnlinked, lockCursor, moveCursor } from './audit-chain.repository.ts';

const BATCH = 2_000;
const START = Buffer.alloc(32);

export interface ChainKey {
  readonly db: DatabasePool;
  /** The chain's key follows from it, so that a person who can only change the database can't rebuild the chain. */
  readonly encryptionKey: Keyring;
}

/** Adds a link for each entry that has none, in batches. @returns the last link and the number of new ones */
export async function extendChain({ db, encryptionKey }: ChainKey, signal?: AbortSignal): Promise<{ added: number; last: Link | undefined }> {
  const hash = hasher(await derivedKey({ db, encryptionKey }, 'audit chain'));
  let added = 0;
  for (;;) {
    // Read before the entries: a transaction that ended before is visible below.
    const openSince = await readOldestTransaction(db);
    const { links, last } = await db.transaction().execute(async (tx) => {
      const from = await lockCursor(tx);
      let end = await findLastLink(tx);
      const fresh: Link[] = [];
      for (const { id, text } of await listUnlinked(tx, { after: from, limit: BATCH })) {
        end = { position: (end?.position ?? 0) + 1, entryId: id, hash: hash(end?.hash ?? START, text) };
        fresh.push(end);
      }
      if (fresh.length > 0) await insertLinks(tx, fresh);
      const isAll = fresh.length < BATCH;
      await moveCursor(tx, { linkedTo: isAll ? undefined : end?.entryId, lastLinked: end?.entryId ?? 0, openSince });
      return { links: fresh, last: end };
    });
    added += links.length;
    if (links.length < BATCH || signal?.aborted) return { added, last };
  }
}

export interface ChainReport {
  readonly links: number;
  /** The links whose entries are in files. Their links are proven; `stowage archive attach` proves the files. */
  readonly archived: number;
  /** The hash of the last link: a later chain that doesn't contain it was cut. */
  readonly head: string | undefined;
  /** New entries that have no link yet. */
  readonly waiting: number;
  /** The first entry that is not as it was written. */
  readonly broken?: { readonly entryId: number; readonly what: string };
}

/** Computes every hash again. */
export async function verifyChain({ db, encryptionKey }: ChainKey): Promise<ChainReport> {
  const hash = hasher(await derivedKey({ db, encryptionKey }, 'audit chain'));
  let end: Link | undefined;
  let archived = 0;
  const broken = (entryId: number, what: string): ChainReport => ({
    links: end?.position ?? 0,
    archived,
    head: end?.hash.toString('hex'),
    waiting: 0,
    broken: { entryId, what },
  });
  const ranges = await listArchivedRanges({ db, encryptionKey }, 'audit_entries');
  for (const range of ranges) {
    if (!range.isGenuine) return broken(range.firstId, 'the record of its archive was changed');
    if (!(await digestLinks(db, range)).equals(range.proof)) return broken(range.firstId, 'its link, or one of an entry archived with it, was changed');
  }
  for (;;) {
    const page = await listLinks(db, { after: end?.position ?? 0, limit: BATCH });
    for (const link of page) {
      if (link.position !== (end?.position ?? 0) + 1) return broken(link.entryId, 'links before it were removed');
      if (link.text === null && !isIn(ranges, link.entryId)) return broken(link.entryId, 'it was removed');
      if (link.text === null) archived += 1;
      else if (!hash(end?.hash ?? START, link.text).equals(link.hash)) return broken(link.entryId, 'it or its link was changed');
      end = link;
    }
    if (page.length < BATCH) break;
  }
  const { overdue, waiting } = await findUnlinked(db);
  if (overdue !== null) return broken(overdue, 'it has no link: it was added later, or its link was removed');
  return { links: end?.position ?? 0, archived, head: end?.hash.toString('hex'), waiting };
}

const isIn = (ranges: readonly ArchivedRange[], id: number) => ranges.some(({ from, to }) => id >= (from ?? 0) && id < to);

function hasher(key: Buffer): (before: Buffer, text: string) => Buffer {
  return (before, text) => createHmac('sha256', key).update(before).update(text).digest();
}
