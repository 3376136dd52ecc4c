import { createHmac } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { readOldestTransaction } from '../../../platform/database/transactions/oldest-transaction.repository.ts';
import { derivedKey } from '../../../platform/keys/derived-key.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { type ArchivedRange, listArchivedRanges } from '../../archives/index.ts';
import { proofOfStock } from '../archive/stock-archive.ts';
import {
  countMovementsAfter,
  digestRange,
  findLastSeal,
  findRangeEnd,
  insertSeal,
  listSeals,
  lockSeals,
  moveSealCursor,
  type Seal,
} from './ledger-seal.repository.ts';

const MOVEMENTS_PER_SEAL = 10_000;
const PAGE = 1_000;
const START = Buffer.alloc(32);

export interface LedgerKey {
  readonly db: DatabasePool;
  /** The key of the seals follows from it, so that a person who can only change the database can't seal anew. */
  readonly encryptionKey: Keyring;
}

/**
 * Seals the movements that no open transaction can come before, in batches: a scan does nothing for it.
 * @returns the last seal and the number of new ones
 */
export async function sealLedger({ db, encryptionKey, clock }: LedgerKey & Pick<Context, 'clock'>, signal?: AbortSignal) {
  const key = await derivedKey({ db, encryptionKey }, 'ledger seals');
  // Read before the cursor: a transaction that ended before is visible below.
  const openSince = await readOldestTransaction(db);
  const upTo = await db.transaction().execute((tx) => moveSealCursor(tx, openSince));
  let added = 0;
  while (upTo !== undefined && !signal?.aborted) {
    const isAdded = await db.transaction().execute(async (tx) => {
      await lockSeals(tx);
      const before = await findLastSeal(tx);
      const lastId = await findRangeEnd(tx, { after: before?.lastId, upTo, limit: MOVEMENTS_PER_SEAL });
      if (lastId === undefined) return false;
      const { movements, digest } = await digestRange(tx, { after: before?.lastId, lastId });
      const seal = { position: (before?.position ?? 0) + 1, lastId, movements };
      await insertSeal(tx, { ...seal, hash: hashOf(key, before, { ...seal, digest }) }, clock.now());
      return true;
    });
    if (!isAdded) break;
    added += 1;
  }
  return { added, last: await findLastSeal(db) };
}

export interface LedgerReport {
  readonly seals: number;
  readonly movements: number;
  /** The movements that are in files. Their seals are proven; `stowage archive attach` proves the files. */
  readonly archived: number;
  /** The hash of the last seal: a later ledger without it was cut. */
  readonly head: string | undefined;
  /** New movements that have no seal yet. */
  readonly waiting: number;
  /** The first seal whose movements are not as they were written. */
  readonly broken?: { readonly from: number; readonly to: number; readonly what: string };
}

/** Computes every seal again. */
export async function verifyLedger({ db, encryptionKey }: LedgerKey): Promise<LedgerReport> {
  const key = await derivedKey({ db, encryptionKey }, 'ledger seals');
  let end: Seal | undefined;
  let movements = 0;
  let archived = 0;
  const report = (): Omit<LedgerReport, 'waiting'> => ({ seals: end?.position ?? 0, movements, archived, head: end?.hash.toString('hex') });
  const ranges = await listArchivedRanges({ db, encryptionKey }, 'stock_movements');
  for (const range of ranges) {
    const what = await problemOfArchive(db, range);
    if (what !== undefined) return { ...report(), waiting: 0, broken: { from: range.firstId, to: range.to - 1, what } };
  }
  for (;;) {
    const page = await listSeals(db, { after: end?.position ?? 0, limit: PAGE });
    for (const seal of page) {
      const isArchived = ranges.some(({ from, to }) => seal.lastId >= (from ?? seal.lastId) && seal.lastId < to);
      const problem = await problemOf(db, key, { before: end, seal, isArchived });
      if (problem !== undefined) return { ...report(), waiting: 0, broken: { from: (end?.lastId ?? 0) + 1, to: seal.lastId, what: problem } };
      end = seal;
      movements += seal.movements;
      if (isArchived) archived += seal.movements;
    }
    if (page.length < PAGE) return { ...report(), waiting: await countMovementsAfter(db, end?.lastId) };
  }
}

/** Whether the seals, the opening stock and the record of an archived range are as the archive wrote them. */
async function problemOfArchive(db: DatabasePool, range: ArchivedRange): Promise<string | undefined> {
  if (!range.isGenuine) return 'the record of their archive was changed';
  return (await proofOfStock(db, range)).equals(range.proof) ? undefined : 'their seals, or the stock that they had made, were changed';
}

interface Checked {
  readonly before: Seal | undefined;
  readonly seal: Seal;
  readonly isArchived: boolean;
}

async function problemOf(db: DatabasePool, key: Buffer, { before, seal, isArchived }: Checked): Promise<string | undefined> {
  if (seal.position !== (before?.position ?? 0) + 1) return 'seals before theirs were removed';
  const { movements, digest } = await digestRange(db, { after: before?.lastId, lastId: seal.lastId });
  if (movements === 0 && isArchived) return undefined;
  if (movements < seal.movements) return `${seal.movements - movements} of them were removed`;
  if (movements > seal.movements) return `${movements - seal.movements} were added later`;
  return hashOf(key, before, { ...seal, digest }).equals(seal.hash) ? undefined : 'one of them or their seal was changed';
}

function hashOf(key: Buffer, before: Seal | undefined, { position, lastId, movements, digest }: Omit<Seal, 'hash'> & { readonly digest: Buffer }): Buffer {
  return createHmac('sha256', key)
    .update(before?.hash ?? START)
    .update(`${position} ${lastId} ${movements} `)
    .update(digest)
    .digest();
}
