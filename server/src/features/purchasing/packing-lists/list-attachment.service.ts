import { createHash } from 'node:crypto';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { ServedFile, StoredContent } from '../../../platform/http/files/served-file.ts';
import { storedBytes } from '../../../platform/http/files/stored-content.ts';
import { fileSource, removeSources } from '../../documents/filing/index.ts';
import type { Filing } from '../../documents/index.ts';
import { recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { type Attachment, deleteAttachment, findAttachment, findAttachmentName, findListNames, upsertAttachment } from './list-attachment.repository.ts';
import { lockOpenList } from './packing-list-lock.ts';

/** The file of a packing list. @throws AppError `not_found` */
export async function readListFile(db: DatabasePool, packingListId: number): Promise<{ name: string; content: StoredContent }> {
  const file = await findAttachment(db, packingListId);
  if (file === undefined) throw new AppError('not_found', 'This packing list has no file');
  return { name: file.name, content: storedBytes(file.content) };
}

/** Files the attachment as the list's only document, because a new file replaces the bytes of the old one. */
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

export type ListAttachmentService = ReturnType<typeof createListAttachmentService>;

export function createListAttachmentService({ db, topics, filing }: Pick<Context, 'db' | 'topics'> & { readonly filing: Filing }) {
  return {
    /** Attaches a file to a list, or replaces its file; undefined removes it. */
    async attach(packingListId: number, file: Attachment | undefined, actorId: number): Promise<void> {
      if (file !== undefined) await filing.check(file.name, file.content);
      const { poNumber } = await db.transaction().execute(async (tx) => {
        const list = await lockOpenList(tx, packingListId);
        const before = await findAttachmentName(tx, packingListId);
        if (file === undefined) await deleteAttachment(tx, packingListId);
        else await upsertAttachment(tx, packingListId, file, actorId);
        await fileAttachment(tx, packingListId, file, actorId);
        const details = { before: { file: before ?? null }, after: { file: file?.name ?? null } };
        await recordChange(tx, list, { kind: 'HEADER', details, actorId });
        return list;
      });
      topics.publish(receivingTopic, { poNumber, packingListId, change: 'LIST', lineIds: [] });
    },

    /** @throws AppError `not_found` */
    async get(packingListId: number): Promise<ServedFile> {
      // Served as a download: files of earlier versions were not checked.
      return { mediaType: 'application/octet-stream', ...(await readListFile(db, packingListId)) };
    },
  };
}
