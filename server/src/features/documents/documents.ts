import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import { createDocumentService } from './document.service.ts';
import type { ReadElsewhere } from './document-access.ts';
import { documentRoutes } from './documents.routes.ts';
import { createFiling } from './filing/filing.service.ts';
import { purgeDocumentsTask } from './purge-documents.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly openFiles: (folder: string) => FileStore;
  /** Opens the files that other features store with their records. */
  readonly readElsewhere: ReadElsewhere;
}

/** In the data directory. */
export const DOCUMENT_FOLDER = 'documents/files';

/** The documents, and `filing`, with which every feature stores documents. */
export function createDocuments({ openFiles, ...rest }: Dependencies) {
  const files = openFiles(DOCUMENT_FOLDER);
  const deps = { ...rest, files };
  const filing = createFiling(deps);
  return {
    filing,
    routes(app: FastifyInstance) {
      app.exportTap = ({ permission, ...made }, lines) => filing.keep({ ...made, mediaType: 'text/csv', as: { type: 'EXPORT' }, area: permission }, lines);
      documentRoutes(app, { db: deps.db, service: createDocumentService(deps) });
    },
    tasks: [purgeDocumentsTask({ ...deps, files })],
  };
}
