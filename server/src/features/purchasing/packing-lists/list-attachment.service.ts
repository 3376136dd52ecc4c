import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { ServedFile, StoredContent } from '../../../platform/http/served-file.ts';
import { storedBytes } from '../../../platform/http/stored-content.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { type Attachment, deleteAttachment, findAttachment, findAttachmentName, upsertAttachment } from './list-attachment.repository.ts';
import { lockOpenList } from './packing-list-lock.ts';

/** The file of a packing list. @throws AppError `not_found` */
export async function readListFile(db: DatabasePool, packingListId: number): Promise<{ name: string; content: StoredContent }> {
  const file = await findAttachment(db, packingListId);
  if (file === undefined) throw new AppError('not_found', 'This packing list has no file');
  return { name: file.name, content: storedBytes(file.content) };
}

export type ListAttachmentService = ReturnType<typeof createListAttachmentService>;

export function createListAttachmentService({ db, topics }: { db: DatabasePool; topics: Topics }) {
  return {
    /** Attaches a file to a list, or replaces its file; undefined removes it. */
    async attach(packingListId: number, file: Attachment | undefined, actorId: number): Promise<void> {
      if (file?.content.length === 0) throw new AppError('invalid_input', 'The file is empty', { reason: 'empty' });
      const { poNumber } = await db.transaction().execute(async (tx) => {
        const list = await lockOpenList(tx, packingListId);
        const before = await findAttachmentName(tx, packingListId);
        if (file === undefined) await deleteAttachment(tx, packingListId);
        else await upsertAttachment(tx, packingListId, file, actorId);
        const details = { before: { file: before ?? null }, after: { file: file?.name ?? null } };
        await recordChange(tx, list, { kind: 'HEADER', details, actorId });
        return list;
      });
      topics.publish(receivingTopic, { poNumber, packingListId, change: 'LIST', lineIds: [] });
    },

    /** @throws AppError `not_found` */
    async get(packingListId: number): Promise<ServedFile> {
      // Served as a download, because the content of the file was never checked.
      return { mediaType: 'application/octet-stream', ...(await readListFile(db, packingListId)) };
    },
  };
}
