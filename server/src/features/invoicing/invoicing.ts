import type { FastifyInstance } from 'fastify';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import type { PhotoServices } from '../photos/index.ts';
import { overdueCreditsTask } from './credits/overdue-credits.task.ts';
import { INVOICE_FOLDER } from './files/invoice-file.service.ts';
import { invoicingRoutes } from './invoicing.routes.ts';
import { addUpSumsTask } from './lists/add-up-sums.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly openFiles: (folder: string) => FileStore;
  readonly mail: { readonly transport: MailTransport | undefined };
  readonly photos: PhotoServices;
  readonly filing: Filing;
}

export function createInvoicing({ mail, photos, openFiles, ...deps }: Dependencies) {
  const { files: photoFiles, addresses } = photos;
  return {
    routes: (app: FastifyInstance) =>
      invoicingRoutes(app, { ...deps, files: openFiles(INVOICE_FOLDER), canSend: mail.transport !== undefined, photoFiles, addresses }),
    tasks: [addUpSumsTask(deps), overdueCreditsTask(deps)],
  };
}
