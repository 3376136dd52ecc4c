import { createHash } from 'node:crypto';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { ServedFile, StoredContent } from '../../../platform/http/served-file.ts';
import { storedBytes } from '../../../platform/http/stored-content.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { fileSource, removeSources } from '../../documents/filing/index.ts';
import { recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { deleteAttachment, findAttachment, findAttachmentName, findListNames, keepAttachment } from './list-attachment.repository.ts';
import { getOpenList } from './open-list.service.ts';

interface Attachment {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface ListAttachmentService {
  /** Keeps the file that belongs to a list, in the place of the one that it had; undefined takes it away. */
  attach(packingListId: number, file: Attachment | undefined, actorId: number): Promise<void>;
  /** @throws AppError `not_found` */
  get(packingListId: number): Promise<ServedFile>;
}

/** The file that a list has. @throws AppError `not_found` */
export async function readListFile(db: DatabasePool, packingListId: number): Promise<{ name: string; content: StoredContent }> {
  const file = await findAttachment(db, packingListId);
  if (file === undefined) throw new AppError('not_found', 'This packing list has no file');
  return { name: file.name, content: storedBytes(file.content) };
}

/** One document per list: the bytes are replaced in their row, so nothing is left of the file before. */
async function fileAttachment(tx: DatabaseTransaction, listId: number, file: Attachment | undefined, actorId: number): Promise<void> {
  await removeSources(tx, 'PACKING_LIST', [listId]);
  const list = file && (await findListNames(tx, listId));
  if (file === undefined || list === undefined) return;
  await fileSource(tx, {
    store: 'PACKING_LIST',
    key: String(listId),
    place: String(listId),
    name: file.name,
    type: 'PACKING_LIST',
    area: 'purchasing.read',
    link: { kind: 'PACKING_LIST', id: listId, label: list.label },
    vendor: list.vendor,
    mediaType: 'application/octet-stream',
    bytes: file.content.length,
    sha256: createHash('sha256').update(file.content).digest(),
    actorId,
  });
}

export function createListAttachmentService({ db, topics }: { db: DatabasePool; topics: Topics }): ListAttachmentService {
  return {
    async attach(packingListId, file, actorId) {
      if (file?.content.length === 0) throw new AppError('invalid_input', 'The file is empty', { reason: 'empty' });
      const list = await db.transaction().execute(async (tx) => {
        const locked = await getOpenList(tx, packingListId);
        const before = await findAttachmentName(tx, packingListId);
        if (file === undefined) await deleteAttachment(tx, packingListId);
        else await keepAttachment(tx, packingListId, file, actorId);
        await fileAttachment(tx, packingListId, file, actorId);
        const details = { before: { file: before ?? null }, after: { file: file?.name ?? null } };
        await recordChange(tx, locked, { kind: 'HEADER', details, actorId });
        return locked;
      });
      topics.publish(receivingTopic, { poNumber: list.poNumber, packingListId, change: 'LIST', lineIds: [] });
    },

    async get(packingListId) {
      // Saved, never shown: nobody has looked at what it is.
      return { mediaType: 'application/octet-stream', ...(await readListFile(db, packingListId)) };
    },
  };
}
