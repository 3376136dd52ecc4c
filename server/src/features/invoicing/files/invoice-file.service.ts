import { createHash } from 'node:crypto';
import { INVOICE_MAX_FILES } from '@stowage/contract/invoicing/invoice-files';
import type { FileStore } from '../../../integrations/storage/file-store.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { ignoreMissing } from '../../../platform/http/files/missing-file.ts';
import type { ServedFile } from '../../../platform/http/files/served-file.ts';
import { fileSource } from '../../documents/filing/index.ts';
import * as files from './invoice-file.repository.ts';
import { countPdfPages } from './pdf-pages.ts';

/** In the data directory. */
export const INVOICE_FOLDER = 'documents/invoices';

export type InvoiceFileService = ReturnType<typeof createInvoiceFileService>;

const SHOWN_SECONDS = 60;

export function createInvoiceFileService({ db, store }: { db: DatabasePool; store: FileStore }) {
  return {
    /**
     * Stores a vendor's document with an invoice. It replaces one that was not part of an approval; approved ones stay. A paid or
     * void invoice accepts only its first document.
     */
    async keep(
      invoiceId: number,
      { name, content, actorId }: { name: string; content: Uint8Array; actorId: number },
    ): Promise<{ name: string; pages: number | null; same_as: { id: number; number: string }[] }> {
      const sha256 = createHash('sha256').update(content).digest();
      hasDocument(await files.requirePlace(db, invoiceId), sha256);
      const pages = await countPdfPages(content);
      if (pages === undefined) throw new AppError('invalid_input', 'This is not a PDF that can be read', { reason: 'not_a_pdf' });
      // Writes the file first, so that every row has its file. Its name is its hash, so a repeated upload is harmless.
      const storedName = `${invoiceId}/${sha256.toString('hex')}.pdf`;
      await store.put(storedName, content);
      await db.transaction().execute(async (tx) => {
        const isThere = hasDocument(await files.lockPlace(tx, invoiceId), sha256);
        if (isThere) return;
        const file = { originalName: plainName(name), storedName, bytes: content.length, pages, sha256 };
        const { id, number, vendor } = await files.saveFile(tx, invoiceId, file, actorId);
        await fileSource(tx, {
          store: 'INVOICE',
          key: `${invoiceId} ${id}`,
          place: storedName,
          name: file.originalName,
          type: 'VENDOR_INVOICE',
          area: 'invoices.read',
          link: { kind: 'INVOICE', id: invoiceId, label: number },
          vendor,
          mediaType: 'application/pdf',
          bytes: file.bytes,
          sha256,
          actorId,
        });
      });
      return { name: plainName(name), pages, same_as: await files.listSameFile(db, invoiceId, sha256) };
    },

    /** @param sha256 which of them; by default the newest */
    async serve(invoiceId: number, sha256?: string): Promise<ServedFile> {
      const file = await files.findFile(db, invoiceId, sha256);
      const content = file && (await store.open(file.storedName).catch(ignoreMissing));
      if (content === undefined) throw new AppError('not_found', 'This invoice has no document');
      return { mediaType: 'application/pdf', name: `invoice-${invoiceId}.pdf`, content, shownForSeconds: SHOWN_SECONDS };
    },
  };
}

/** Whether an invoice already has this document. @throws AppError when it accepts no other: `wrong_state`, `too_many` */
function hasDocument(place: files.FilePlace, sha256: Buffer): boolean {
  if (place.files.some((file) => sha256.equals(file.sha256))) return true;
  const isFinal = place.state === 'PAID' || place.state === 'VOID';
  if (isFinal && place.files.length > 0) {
    throw new AppError('conflict', `The PDF of an invoice that is ${place.state.toLowerCase()} is never replaced`, { reason: 'wrong_state' });
  }
  // Replaces the document that is not held.
  if (place.files.filter(({ isHeld }) => isHeld).length >= INVOICE_MAX_FILES)
    throw new AppError('conflict', `An invoice has at most ${INVOICE_MAX_FILES} PDFs`, { reason: 'too_many' });
  return false;
}

function plainName(name: string): string {
  return name.replace(/\p{Cc}/gu, '').slice(0, 200) || 'invoice.pdf';
}
