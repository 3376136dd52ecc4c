import path from 'node:path';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import { isMissingFile } from '../../platform/http/files/missing-file.ts';
import { type ArchiveContext, inShortTransaction, keyOf } from './archive.service.ts';
import { readRows } from './archive-file.ts';
import { saveArchivedPartition } from './archived-partition.repository.ts';
import type { IdRange } from './archived-table.ts';
import { type Manifest, missingFile, readManifest, sealOf } from './manifest.ts';
import { type OwnerSession, openOwnerSession } from './owner-session.repository.ts';
import {
  addForeignKey,
  attachPartition,
  createPartition,
  dropPartition,
  listColumns,
  listForeignKeys,
  listPartitions,
  validateForeignKey,
} from './partition.repository.ts';

/**
 * Loads the rows of an archived partition and attaches it again. Its files stay. It can be killed at any point and repeated.
 * @throws Error when the file is not one that this installation wrote, or when the rows are in the database
 */
export async function attachFile(context: ArchiveContext, given: string): Promise<void> {
  const { owner, say } = context;
  // Both files have the partition's name.
  const file = path.resolve(given).replace(/\.json$/, '.copy.gz');
  const session = await openOwnerSession(owner.connection);
  try {
    const key = await keyOf(context);
    const manifest = await readManifest(file, key);
    await requireRoom(context, manifest);
    await requireWhole(file, manifest);
    await load(context, session, { manifest, file });
    const { table, partition, rows, firstId, lastId } = manifest;
    await inShortTransaction(owner, async (tx) => {
      await attachPartition(tx, { ...rangeOf(manifest), table, name: partition });
      await saveArchivedPartition(tx, { state: 'ATTACHED', file, manifest, seal: sealOf(key, 'ATTACHED', manifest) });
      await writeAuditEntry(tx, { action: 'ATTACHED', record: { kind: table, id: partition }, after: { rows, firstId, lastId, file } });
    });
    say(`${partition}: ${rows} rows from ${manifest.firstAt.slice(0, 10)} to ${manifest.lastAt.slice(0, 10)} are in the database again. The files stay.`);
  } finally {
    await session.close();
  }
}

const rangeOf = ({ fromId, toId }: Manifest): IdRange => ({ from: fromId, to: toId });

async function requireRoom({ owner, tables }: ArchiveContext, { table, fromId, toId, columns, partition }: Manifest): Promise<void> {
  if (!tables.some(({ name }) => name === table)) throw new Error(`This version of Stowage has no partitioned table ${table}`);
  const other = (await listPartitions(owner.db, table)).find(({ from, to }) => (from ?? 0) < toId && (fromId ?? 0) < to);
  if (other !== undefined) throw new Error(`The rows of ${partition} are in the database: ${other.name} has their ids`);
  const known = await listColumns(owner.db, table);
  const gone = columns.find((name) => !known.includes(name));
  if (gone !== undefined) throw new Error(`The table ${table} has no column ${gone} any more. Attach the file with the version that wrote it`);
}

async function requireWhole(file: string, manifest: Manifest): Promise<void> {
  const read = await readRows(file).catch((cause: unknown) => {
    if (isMissingFile(cause)) throw missingFile(file);
    throw new Error(`${file} can't be read, or is damaged`, { cause });
  });
  if (read.sha256 !== manifest.sha256 || read.rows !== manifest.rows) throw new Error(`${file} was changed since it was written, or is damaged`);
}

async function load({ owner }: ArchiveContext, session: OwnerSession, { manifest, file }: { manifest: Manifest; file: string }): Promise<void> {
  const { table, partition: name, columns } = manifest;
  const keys = await listForeignKeys(owner.db, table);
  await inShortTransaction(owner, async (tx) => {
    // What a killed run has left.
    await dropPartition(tx, name);
    await createPartition(tx, { ...rangeOf(manifest), table, name });
  });
  const target = session.takeRows(name, columns);
  const { contentSha256 } = await readRows(file, target);
  if (contentSha256 !== manifest.contentSha256 || target.rowCount !== manifest.rows) throw new Error(`${file} changed while it was read`);
  for (const key of keys) {
    await inShortTransaction(owner, (tx) => addForeignKey(tx, name, key));
    await validateForeignKey(owner.db, name, key.name);
  }
}
