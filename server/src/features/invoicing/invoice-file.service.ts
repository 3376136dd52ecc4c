import { createHash } from 'node:crypto';
import type { ServedFile } from '@stowage/contract/endpoint';
import type { Kysely } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import * as files from './invoice-file.repository.ts';

/** In the data directory. */
export const INVOICE_FOLDER = 'documents/invoices';

export interface InvoiceFileService {
  /** Keeps a vendor's document beside an invoice; the one before it stays in the store. */
  keep(
    invoiceId: number,
    file: { name: string; content: Uint8Array; actorId: number },
  ): Promise<{ name: string; pages: number; same_as: { id: number; number: string }[] }>;
  serve(invoiceId: number): Promise<ServedFile>;
}

const SHOWN_SECONDS = 60;

export function createInvoiceFileService({ db, store }: { db: Kysely<DB>; store: FileStore }): InvoiceFileService {
  return {
    async keep(invoiceId, { name, content, actorId }) {
      if (!(await files.invoiceExists(db, invoiceId))) throw new AppError('not_found', `There is no invoice ${invoiceId}`);
      const pages = await countPages(content);
      const sha256 = createHash('sha256').update(content).digest();
      // The file first: what the row says is there is there. Its content is its name, so that sending it twice is harmless.
      const storedName = `${invoiceId}/${sha256.toString('hex')}.pdf`;
      await store.put(storedName, content);
      await files.saveFile(db, invoiceId, { originalName: plainName(name), storedName, bytes: content.length, pages, sha256 }, actorId);
      return { name: plainName(name), pages, same_as: await files.listSameFile(db, invoiceId, sha256) };
    },

    async serve(invoiceId) {
      const file = await files.findFile(db, invoiceId);
      const content = file && (await store.stream(file.storedName).catch(ignoreMissing));
      if (content === undefined) throw new AppError('not_found', 'There is no document beside this invoice');
      return { mediaType: 'application/pdf', name: `invoice-${invoiceId}.pdf`, content, shownForSeconds: SHOWN_SECONDS };
    },
  };
}

const START = '%PDF-';
/** Writers may put something in front of it. */
const START_WITHIN = 1_024;

/** What a file holds decides whether it is a PDF. @throws AppError `not_a_pdf` */
async function countPages(content: Uint8Array): Promise<number> {
  const refused = () => new AppError('invalid_input', 'This is not a PDF that can be read', { reason: 'not_a_pdf' });
  if (!Buffer.from(content.subarray(0, START_WITHIN)).toString('latin1').includes(START)) throw refused();
  let pages: number;
  try {
    pages = (await PDFDocument.load(content, { ignoreEncryption: true, updateMetadata: false })).getPageCount();
  } catch {
    throw refused();
  }
  if (pages === 0) throw refused();
  return pages;
}

function plainName(name: string): string {
  return name.replace(/\p{Cc}/gu, '').slice(0, 200) || 'invoice.pdf';
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
