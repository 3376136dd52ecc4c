import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { ServedFile, StoredContent } from '../../../platform/http/served-file.ts';
import { storedBytes } from '../../../platform/http/stored-content.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { deleteAttachment, findAttachment, findAttachmentName, keepAttachment } from './list-attachment.repository.ts';
import { getOpenList } from './open-list.service.ts';

export interface ListAttachmentService {
  /** Keeps the file that belongs to a list, in the place of the one that it had; undefined takes it away. */
  attach(packingListId: number, file: { readonly name: string; readonly content: Uint8Array } | undefined, actorId: number): Promise<void>;
  /** @throws AppError `not_found` */
  get(packingListId: number): Promise<ServedFile>;
}

/** The file that a list has. @throws AppError `not_found` */
export async function readListFile(db: DatabasePool, packingListId: number): Promise<{ name: string; content: StoredContent }> {
  const file = await findAttachment(db, packingListId);
  if (file === undefined) throw new AppError('not_found', 'This packing list has no file');
  return { name: file.name, content: storedBytes(file.content) };
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
