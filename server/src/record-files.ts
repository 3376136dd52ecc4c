import type { ReadElsewhere } from './features/documents/index.ts';
import { INVOICE_FOLDER } from './features/invoicing/index.ts';
import type { PhotoFiles } from './features/photos/index.ts';
import { listingChangeCsv } from './features/pricing/index.ts';
import { readListFile } from './features/purchasing/index.ts';
import type { FileStore } from './integrations/storage/file-store.ts';
import type { DatabasePool } from './platform/database/connection/connect.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly openFiles: (folder: string) => FileStore;
  readonly photoFiles: PhotoFiles;
}

/** Opens the files that features store with their own records, for the documents that name them. */
export function createRecordFiles({ db, openFiles, photoFiles }: Dependencies): ReadElsewhere {
  const invoiceFiles = openFiles(INVOICE_FOLDER);
  return async (store, place) => {
    const [first = '', ...rest] = place.split('/');
    if (store === 'INVOICE') return invoiceFiles.open(place);
    if (store === 'CASE_PHOTO') return photoFiles.open({ album: { kind: 'case', id: Number(first) }, filename: rest.join('/') });
    return store === 'PACKING_LIST' ? (await readListFile(db, Number(first))).content : inBytes(listingChangeCsv(db, Number(first)));
  };
}

async function* inBytes(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line);
}
