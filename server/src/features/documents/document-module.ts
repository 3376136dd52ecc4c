import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PhotoFiles } from '../photos/index.ts';
import { changeLines } from '../pricing/index.ts';
import { readListFile } from '../purchasing/index.ts';
import { createDocumentService, type ReadElsewhere } from './document.service.ts';
import { documentRoutes } from './documents.routes.ts';
import { createFiling } from './filing.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly documentFiles: FileStore;
  readonly invoiceFiles: FileStore;
  readonly photoFiles: PhotoFiles;
}

/** The cabinet, and what files in it everything that people save. */
export function createDocumentModule(app: FastifyInstance, { db, clock, logger, documentFiles, invoiceFiles, photoFiles }: Dependencies): void {
  app.filing = createFiling({ db, clock, logger, files: documentFiles });
  const readElsewhere: ReadElsewhere = async (store, place) => {
    const [first = '', ...rest] = place.split('/');
    if (store === 'INVOICE') return invoiceFiles.open(place);
    if (store === 'CASE_PHOTO') return photoFiles.open({ album: { kind: 'case', id: Number(first) }, filename: rest.join('/') });
    return store === 'PACKING_LIST' ? (await readListFile(db, Number(first))).content : inBytes(changeLines(db, Number(first)));
  };
  documentRoutes(app, { db, service: createDocumentService({ db, clock, files: documentFiles, readElsewhere }) });
}

async function* inBytes(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line);
}
