import * as file from '@stowage/contract/invoicing/invoice-files';
import * as fileImport from '@stowage/contract/invoicing/invoice-import';
import type { FastifyInstance } from 'fastify';
import { withByteBodies } from '../../../platform/http/request/byte-bodies.ts';
import { route } from '../../../platform/http/route.ts';
import type { InvoiceFileService } from './invoice-file.service.ts';
import type { InvoiceImportService } from './invoice-import.service.ts';

interface Dependencies {
  readonly files: InvoiceFileService;
  readonly imports: InvoiceImportService;
}

const read = { permission: 'invoices.read' } as const;
const write = { permission: 'invoices.write' } as const;

export function invoiceFileRoutes(app: FastifyInstance, { files, imports }: Dependencies): void {
  route(app, fileImport.checkInvoiceFile, write, ({ body }) => imports.check(body.rows));
  route(app, fileImport.importInvoiceFile, write, async ({ body }, { caller }) => ({
    ids: await imports.enter({ rows: body.rows, fileName: body.file_name }, caller.userId),
  }));
  route(app, file.getInvoiceFile, read, ({ params, query }) => files.serve(params.id, query.sha256));
  withByteBodies(app, (scope) => {
    route(scope, file.uploadInvoiceFile, write, ({ params, query, body }, { caller }) =>
      files.keep(params.id, { name: query.name, content: body, actorId: caller.userId }),
    );
  });
}
