import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@stowage/contract/errors';
import { utcDay } from '@stowage/contract/formats/day';
import { VERSION } from '@stowage/contract/version';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import type { DatabaseOwner, DatabasePool, DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { withLockRetries } from '../../platform/database/migration/lock-retries.ts';
import { ignoreMissing } from '../../platform/http/files/missing-file.ts';
import { derivedKey } from '../../platform/keys/derived-key.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { readRows, writeRows, writeText } from './archive-file.ts';
import { type ArchivedPartition, listArchivedPartitions, saveArchivedPartition } from './archived-partition.repository.ts';
import type { ArchivedTable, IdRange } from './archived-table.ts';
import { isSealed, type Manifest, manifestFileOf, refuseOtherFile, rowsIn, sealOf, sidecarText } from './manifest.ts';
import { type OwnerSession, openOwnerSession } from './owner-session.repository.ts';
import { dropPartition, findNewestTime, hasTable, listColumns, listPartitions, type Partition, readContent, setLockTimeout } from './partition.repository.ts';

export interface ArchiveContext {
  readonly db: DatabasePool;
  readonly owner: DatabaseOwner;
  /** The key of the seals follows from it. */
  readonly encryptionKey: Keyring;
  readonly tables: readonly ArchivedTable[];
  readonly say: (line: string) => void;
}

export interface ArchiveOptions {
  /** Partitions whose newest row is older. */
  readonly before: Date;
  readonly folder: string;
  /** Only says what would be done. */
  readonly isDryRun: boolean;
}

/** A partition that is to be archived. */
interface Due {
  readonly table: ArchivedTable;
  readonly partition: Partition;
  /** What an interrupted run has recorded. */
  readonly begun: ArchivedPartition | undefined;
}

const SAY_AFTER_TURNS = 20;
/** A scan waits no longer for the archive, however long that waits for others. */
const LOCK_PATIENCE = { lockTimeoutMs: 50, patienceMs: 600_000 };

/**
 * Writes each partition whose rows are all older to a file, checks the file, and takes the partition out of the database. It can be
 * killed at any point and repeated: the rows are in the database until the file is complete and recorded.
 * @returns the numbers of partitions that were archived, and that are old enough but were refused
 */
export async function archiveBefore(context: ArchiveContext, { before, folder, isDryRun }: ArchiveOptions): Promise<{ archived: number; refused: number }> {
  const session = await openOwnerSession(context.owner.connection);
  try {
    const { due, refused } = await listDue(context, before);
    for (const one of due) await (isDryRun ? describe(context, one, folder) : archive(context, session, { ...one, folder }));
    return { archived: due.length, refused };
  } finally {
    await session.close();
  }
}

async function listDue({ db, owner, tables, say }: ArchiveContext, before: Date): Promise<{ due: Due[]; refused: number }> {
  const due: Due[] = [];
  let refused = 0;
  for (const table of tables) {
    const begun = new Map(
      (await listArchivedPartitions(db, table.name)).filter(({ state }) => state === 'WRITTEN').map((one) => [one.manifest.partition, one]),
    );
    const attached = await listPartitions(owner.db, table.name);
    for (const { manifest } of begun.values()) {
      const { fromId, toId, partition } = manifest;
      // Detached already, and not dropped yet.
      if (!attached.some(({ name }) => name === partition))
        attached.unshift({ table: table.name, name: partition, from: fromId, to: toId, isFull: true, isDetaching: false });
    }
    for (const partition of attached) {
      if (begun.has(partition.name)) {
        due.push({ table, partition, begun: begun.get(partition.name) });
        continue;
      }
      if (!partition.isFull) continue;
      const newest = await findNewestTime(owner.db, partition.name, table.timeColumn);
      if (newest === undefined || newest >= before) continue;
      const refusal = await table.refuse(owner.db, partition);
      if (refusal === undefined) {
        due.push({ table, partition, begun: undefined });
      } else {
        refused += 1;
        say(`${partition.name}: not archived. ${refusal}`);
      }
    }
  }
  return { due, refused };
}

async function describe({ owner, say }: ArchiveContext, { table, partition, begun }: Due, folder: string): Promise<void> {
  if (begun !== undefined) return say(`${partition.name}: an interrupted run would be finished. Its file is ${begun.file}`);
  const content = await readContent(owner.db, partition.name, table.timeColumn);
  say(`${partition.name}: ${content.rows} rows from ${utcDay(content.firstAt)} to ${utcDay(content.lastAt)} would be written to ${fileIn(folder, partition)}`);
}

async function archive(context: ArchiveContext, session: OwnerSession, { folder, ...due }: Due & { folder: string }): Promise<void> {
  const { owner, say } = context;
  const { partition, begun } = due;
  const key = await keyOf(context);
  const isThere = await hasTable(owner.db, partition.name);
  const written =
    begun !== undefined && ((await isIntact(key, begun, say)) || !isThere) ? begun : await write(context, session, { ...due, file: fileIn(folder, partition) });
  const [current] = (await listPartitions(owner.db, partition.table)).filter(({ name }) => name === partition.name);
  if (current !== undefined) await detach(context, session, current);
  const { manifest, file } = written;
  await inShortTransaction(owner, async (tx) => {
    await dropPartition(tx, partition.name);
    await saveArchivedPartition(tx, { state: 'ARCHIVED', file, manifest, seal: sealOf(key, 'ARCHIVED', manifest) });
    const { rows, firstId, lastId, sha256 } = manifest;
    await writeAuditEntry(tx, { action: 'ARCHIVED', record: { kind: partition.table, id: partition.name }, after: { rows, firstId, lastId, file, sha256 } });
  });
  say(`${partition.name}: ${manifest.rows} rows from ${manifest.firstAt.slice(0, 10)} to ${manifest.lastAt.slice(0, 10)} are in ${file}`);
}

/** Waits for the transactions that use the table, in short turns, so that nothing waits behind it. A turn continues where the last one ended. */
async function detach({ owner, say }: ArchiveContext, session: OwnerSession, { table, name }: Partition): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    const current = (await listPartitions(owner.db, table)).find((one) => one.name === name);
    if (current === undefined || (await session.detach(current, LOCK_PATIENCE.lockTimeoutMs))) return;
    if (turn === SAY_AFTER_TURNS) say(`${name}: waits for a transaction that uses the table`);
    await sleep(Math.min(turn * 50, 1_000));
  }
}

/** Writes the file, reads it again, and records it before the partition is touched. */
async function write(context: ArchiveContext, session: OwnerSession, { table, partition, file }: Due & { file: string }): Promise<ArchivedPartition> {
  const { owner } = context;
  const key = await keyOf(context);
  const content = await readContent(owner.db, partition.name, table.timeColumn);
  const columns = await listColumns(owner.db, partition.table);
  await owner.db.transaction().execute(async (tx) => table.prepare?.(tx, partition));
  await refuseOtherFile(file, key, content);
  const written = await writeRows(file, () => session.copyRows(partition.name, columns));
  const read = await readRows(file);
  if (written.rows !== content.rows || read.rows !== content.rows || read.sha256 !== written.sha256 || read.contentSha256 !== written.contentSha256) {
    throw new Error(`${file} does not have the ${content.rows} rows of ${partition.name} when it is read again. Nothing was removed. Check the disk`);
  }
  const manifest: Manifest = {
    format: 1,
    version: VERSION,
    table: partition.table,
    partition: partition.name,
    fromId: partition.from,
    toId: partition.to,
    ...rowsIn(content),
    columns,
    sha256: written.sha256,
    contentSha256: written.contentSha256,
    proof: (await table.proofOf(owner.db, partition)).toString('hex'),
  };
  await writeText(manifestFileOf(file), sidecarText(key, manifest));
  const record = { state: 'WRITTEN', file, manifest, seal: sealOf(key, 'WRITTEN', manifest) } as const;
  await saveArchivedPartition(owner.db, record);
  return { ...record, changedAt: new Date() };
}

async function isIntact(key: Buffer, { state, file, manifest, seal }: ArchivedPartition, say: ArchiveContext['say']): Promise<boolean> {
  // The file is missing when the process was killed before it was written.
  const read = await readRows(file)
    .catch(ignoreMissing)
    .catch((error: unknown) => say(`${file} can't be read: ${messageOf(error)}`));
  return typeof read === 'object' && read.sha256 === manifest.sha256 && isSealed(key, state, manifest, seal);
}

export const keyOf = ({ db, encryptionKey }: Pick<ArchiveContext, 'db' | 'encryptionKey'>) => derivedKey({ db, encryptionKey }, 'archives');

/** Takes strong locks of other tables for a moment, and tries again rather than let others wait for them. */
export async function inShortTransaction(owner: DatabaseOwner, work: (tx: DatabaseTransaction) => Promise<void>): Promise<void> {
  await withLockRetries(LOCK_PATIENCE, async () => {
    try {
      await owner.db.transaction().execute(async (tx) => {
        await setLockTimeout(tx, LOCK_PATIENCE.lockTimeoutMs);
        await work(tx);
      });
    } catch (error) {
      throw new Error(messageOf(error), { cause: error });
    }
  });
}

/** A range whose rows are in a file. */
export interface ArchivedRange extends IdRange {
  /** The partition's. */
  readonly name: string;
  readonly rows: number;
  readonly firstId: number;
  readonly proof: Buffer;
  /** Whether its record is as the archive wrote it. */
  readonly isGenuine: boolean;
}

/** The ranges of a table whose rows are in files, or about to be. */
export async function listArchivedRanges(context: Pick<ArchiveContext, 'db' | 'encryptionKey'>, table: string): Promise<ArchivedRange[]> {
  const archived = (await listArchivedPartitions(context.db, table)).filter(({ state }) => state !== 'ATTACHED');
  if (archived.length === 0) return [];
  const key = await keyOf(context);
  return archived.map(({ manifest, state, seal }) => ({
    from: manifest.fromId,
    to: manifest.toId,
    name: manifest.partition,
    rows: manifest.rows,
    firstId: manifest.firstId,
    proof: Buffer.from(manifest.proof, 'hex'),
    isGenuine: isSealed(key, state, manifest, seal),
  }));
}

const fileIn = (folder: string, { name }: Partition) => path.join(folder, `${name}.copy.gz`);
