import type { FastifyInstance } from 'fastify';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import type { PhotoServices } from '../photos/index.ts';
import { creditRequestRoutes } from './credit-requests/credit-request.routes.ts';
import { createCreditRequestService } from './credit-requests/credit-request.service.ts';
import { creditRoutes } from './credits/credit.routes.ts';
import { createCreditService } from './credits/credit.service.ts';
import { overdueCreditsTask } from './credits/overdue-credits.task.ts';
import { invoiceFileRoutes } from './files/invoice-file.routes.ts';
import { createInvoiceFileService, INVOICE_FOLDER } from './files/invoice-file.service.ts';
import { createInvoiceImportService } from './files/invoice-import.service.ts';
import { invoiceFiles } from './files/invoice-import-undo.ts';
import { invoiceRoutes } from './invoices/invoice.routes.ts';
import { createInvoiceService } from './invoices/invoice.service.ts';
import { createInvoiceDecisionService } from './invoices/invoice-decision.service.ts';
import { invoicingSettingsRoutes } from './invoicing-settings.routes.ts';
import { compactSumsTask } from './lists/compact-sums.task.ts';
import { poMoneyRoutes } from './lists/po-money.routes.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly openFiles: (folder: string) => FileStore;
  readonly mail: { readonly transport: MailTransport | undefined };
  readonly photos: PhotoServices;
  readonly filing: Filing;
}

export function createInvoicing({ mail, photos, openFiles, filing, ...deps }: Dependencies) {
  const { files: photoFiles, addresses } = photos;
  const canSend = mail.transport !== undefined;
  return {
    routes(app: FastifyInstance) {
      const invoices = createInvoiceService(deps);
      const files = createInvoiceFileService({ ...deps, store: openFiles(INVOICE_FOLDER) });
      poMoneyRoutes(app, deps);
      invoiceRoutes(app, { ...deps, invoices, decisions: createInvoiceDecisionService(deps) });
      invoiceFileRoutes(app, { files, imports: createInvoiceImportService({ ...deps, invoices, filing }) });
      creditRoutes(app, { ...deps, credits: createCreditService(deps) });
      creditRequestRoutes(app, { ...deps, addresses, requests: createCreditRequestService({ ...deps, canSend, photoFiles, filing }) });
      invoicingSettingsRoutes(app, deps);
    },
    areaFiles: [invoiceFiles(deps)],
    tasks: [compactSumsTask(deps), overdueCreditsTask(deps)],
  };
}
