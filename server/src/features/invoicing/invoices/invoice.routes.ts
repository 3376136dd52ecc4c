import * as decision from '@stowage/contract/invoicing/invoice-decisions';
import * as entry from '@stowage/contract/invoicing/invoice-entry';
import * as contract from '@stowage/contract/invoicing/vendor-invoices';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { EXCEPTIONS, INVOICES, listInvoices } from '../lists/invoice-list.read-model.ts';
import { invoiceCsv } from '../lists/money-csv.ts';
import { readPage } from '../lists/money-page.read-model.ts';
import { noSuchInvoice } from './invoice.repository.ts';
import type { InvoiceService } from './invoice.service.ts';
import type { InvoiceDecisionService } from './invoice-decision.service.ts';
import { findInvoice, listSimilar } from './invoice-detail.read-model.ts';

interface Dependencies {
  readonly db: Database;
  readonly invoices: InvoiceService;
  readonly decisions: InvoiceDecisionService;
}

const read = { permission: 'invoices.read' } as const;
const write = { permission: 'invoices.write' } as const;
const approve = { permission: 'invoices.approve' } as const;

export function invoiceRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  entryRoutes(app, dependencies);
  decisionRoutes(app, dependencies);
}

function entryRoutes(app: FastifyInstance, { db, invoices }: Dependencies): void {
  route(app, contract.invoicePage, read, async ({ query: { page, sort, descending, exceptions, ...filter } }) => {
    const { ids, ...totals } = await readPage(db, exceptions ? EXCEPTIONS : INVOICES, filter, { page, sort, descending });
    return { data: await listInvoices(db, ids), ...totals, currentPage: page };
  });
  route(app, contract.exportInvoices, read, async ({ query }) => invoiceCsv(db, query));
  route(app, contract.checkInvoiceNumber, read, ({ query: { vendor, number } }) => listSimilar(db, vendor, number));
  route(app, contract.getInvoice, read, async ({ params: { id } }) => {
    const invoice = await findInvoice(db, id);
    if (invoice === undefined) throw noSuchInvoice(id);
    return invoice;
  });
  route(app, entry.createInvoice, write, ({ body: { client_id: clientId, corrects_id: correctsId, ...entered } }, { caller }) =>
    invoices.create(entered, { clientId, correctsId, actorId: caller.userId }),
  );
  route(app, entry.updateInvoice, write, ({ params, body: { version, ...entered } }, { caller }) =>
    invoices.update(params.id, version, entered, caller.userId),
  );
}

function decisionRoutes(app: FastifyInstance, { decisions }: Dependencies): void {
  route(app, decision.approveInvoice, approve, ({ params, body }, { caller }) => success(decisions.approve(params.id, { ...body, actorId: caller.userId })));
  route(app, decision.payInvoice, approve, ({ params, body }, { caller }) => {
    const { paid_on: paidOn, to_pay: toPay, version, client_id: clientId = null } = body;
    return success(decisions.pay(params.id, { paidOn, toPay, version, clientId, actorId: caller.userId }));
  });
  route(app, decision.voidInvoice, write, ({ params, body }, { caller }) =>
    success(decisions.void(params.id, { ...body, actorId: caller.userId, mayApprove: isPermitted(caller.roles, 'invoices.approve') })),
  );
}
