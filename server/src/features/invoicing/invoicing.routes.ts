import * as request from '@stowage/contract/invoicing/credit-requests';
import * as decision from '@stowage/contract/invoicing/invoice-decisions';
import * as entry from '@stowage/contract/invoicing/invoice-entry';
import * as file from '@stowage/contract/invoicing/invoice-files';
import * as fileImport from '@stowage/contract/invoicing/invoice-import';
import * as settings from '@stowage/contract/invoicing/invoicing-settings';
import * as orders from '@stowage/contract/invoicing/purchase-money';
import * as credit from '@stowage/contract/invoicing/vendor-credits';
import * as contract from '@stowage/contract/invoicing/vendor-invoices';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import type { Filing } from '../documents/index.ts';
import type { PhotoAddresses, PhotoFiles } from '../photos/index.ts';
import { findEvidence } from './credit-requests/credit-evidence.read-model.ts';
import { createCreditRequestService } from './credit-requests/credit-request.service.ts';
import { createCreditService } from './credits/credit.service.ts';
import { createInvoiceFileService } from './files/invoice-file.service.ts';
import { createInvoiceImportService } from './files/invoice-import.service.ts';
import { createInvoiceService } from './invoices/invoice.service.ts';
import { createInvoiceDecisionService } from './invoices/invoice-decision.service.ts';
import { findInvoice, listSimilar } from './invoices/invoice-detail.read-model.ts';
import { getSettings, saveSettings } from './invoicing-settings.repository.ts';
import { among, CREDITS, listCredits, sumByAge, sumRefunds } from './lists/credit-list.read-model.ts';
import { EXCEPTIONS, INVOICES, listInvoices } from './lists/invoice-list.read-model.ts';
import { exportCredits, exportInvoices, exportOrders } from './lists/money-export.ts';
import { readAsVendor } from './lists/money-list.read-model.ts';
import { readPage } from './lists/money-page.read-model.ts';
import { findOrder, listMatchedLines, listOrders, listVendors, ORDERS, toPoLine } from './lists/po-money.read-model.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  /** The folder of vendors' documents. */
  readonly files: FileStore;
  /** Whether a mail server is configured. */
  readonly canSend: boolean;
  /** The folder of photos, and their addresses for pages. */
  readonly photoFiles: PhotoFiles;
  readonly addresses: PhotoAddresses;
  readonly filing: Filing;
}

const read = { permission: 'invoices.read' } as const;
const write = { permission: 'invoices.write' } as const;
const approve = { permission: 'invoices.approve' } as const;
const done = { success: true } as const;

/** The calls of invoices, credits and their purchase orders. */
export function invoicingRoutes(app: FastifyInstance, deps: Dependencies): void {
  orderRoutes(app, deps);
  invoiceRoutes(app, deps);
  fileRoutes(app, deps);
  creditRoutes(app, deps);
  requestRoutes(app, deps);
  route(app, settings.getInvoicingSettings, read, () => getSettings(deps.db));
  route(app, settings.saveInvoicingSettings, { permission: 'settings.manage' }, async ({ body }) => {
    await saveSettings(deps.db, body);
    return done;
  });
}

function orderRoutes(app: FastifyInstance, { db, clock }: Dependencies): void {
  const today = () => clock.now().toISOString().slice(0, 10);
  route(app, orders.poMoneyPage, read, async ({ query: { page, sort, descending, ...filter } }) => {
    const { ids, ...totals } = await readPage(db, ORDERS, filter, { page, sort, descending });
    return { data: await listOrders(db, ids, today()), ...totals, currentPage: page };
  });
  route(app, orders.exportPoMoney, read, async ({ query }) => exportOrders(db, query, today()));
  route(app, orders.moneyVendors, read, () => listVendors(db));
  route(app, orders.findPoMoney, read, async ({ query: { number } }) => {
    const order = await findOrder(db, { number });
    if (order === undefined) throw new AppError('not_found', `There is no PO ${number}`);
    return order;
  });
  route(app, orders.poMoneyLines, read, async ({ params: { id } }) => {
    const order = await findOrder(db, { id });
    if (order === undefined) throw new AppError('not_found', 'There is no such purchase order');
    return { po_number: order.po_number, vendor: order.vendor, lines: (await listMatchedLines(db, id)).map(toPoLine) };
  });
}

function invoiceRoutes(app: FastifyInstance, { db, clock, topics, filing }: Dependencies): void {
  const invoices = createInvoiceService({ db, topics });
  const decisions = createInvoiceDecisionService({ db, clock, topics });
  const imports = createInvoiceImportService({ db, invoices, filing });
  route(app, contract.invoicePage, read, async ({ query: { page, sort, descending, exceptions, ...filter } }) => {
    const { ids, ...totals } = await readPage(db, exceptions ? EXCEPTIONS : INVOICES, filter, { page, sort, descending });
    return { data: await listInvoices(db, ids), ...totals, currentPage: page };
  });
  route(app, contract.exportInvoices, read, async ({ query }) => exportInvoices(db, query));
  route(app, contract.checkInvoiceNumber, read, ({ query: { vendor, number } }) => listSimilar(db, vendor, number));
  route(app, contract.getInvoice, read, async ({ params: { id } }) => {
    const invoice = await findInvoice(db, id);
    if (invoice === undefined) throw new AppError('not_found', `There is no invoice ${id}`);
    return invoice;
  });
  route(app, entry.createInvoice, write, ({ body: { client_id: clientId, corrects_id: correctsId, ...entered } }, { caller }) =>
    invoices.create(entered, { clientId, correctsId, actorId: caller.userId }),
  );
  route(app, entry.updateInvoice, write, ({ params, body: { version, ...entered } }) => invoices.update(params.id, version, entered));
  route(app, decision.approveInvoice, approve, async ({ params, body }, { caller }) => {
    await decisions.approve(params.id, { ...body, actorId: caller.userId });
    return done;
  });
  route(app, decision.payInvoice, approve, async ({ params, body }, { caller }) => {
    const { paid_on: paidOn, to_pay: toPay, version, client_id: clientId = null } = body;
    await decisions.pay(params.id, { paidOn, toPay, version, clientId, actorId: caller.userId });
    return done;
  });
  route(app, decision.voidInvoice, write, async ({ params, body }, { caller }) => {
    await decisions.void(params.id, { ...body, actorId: caller.userId, mayApprove: isPermitted(caller.roles, 'invoices.approve') });
    return done;
  });
  route(app, fileImport.checkInvoiceFile, write, ({ body }) => imports.check(body.rows));
  route(app, fileImport.importInvoiceFile, write, async ({ body }, { caller }) => ({
    ids: await imports.enter({ rows: body.rows, fileName: body.file_name }, caller.userId),
  }));
}

function fileRoutes(app: FastifyInstance, { db, files }: Dependencies): void {
  const documents = createInvoiceFileService({ db, store: files });
  route(app, file.getInvoiceFile, read, ({ params, query }) => documents.serve(params.id, query.sha256));
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    route(scope, file.uploadInvoiceFile, write, ({ params, query, body }, { caller }) =>
      documents.keep(params.id, { name: query.name, content: body, actorId: caller.userId }),
    );
  });
}

function creditRoutes(app: FastifyInstance, { db, clock, topics, addresses }: Dependencies): void {
  const credits = createCreditService({ db, clock, topics });
  route(app, credit.creditPage, read, async ({ query: { page, sort, descending, purchaseOrderId, refundDue, ...filter } }) => {
    const also = among({ purchaseOrderId, refundDue });
    const { vendor } = await readAsVendor(db, CREDITS, filter);
    const [{ ids, ...totals }, ageing, refunds] = await Promise.all([
      readPage(db, CREDITS, filter, { page, sort, descending, also }),
      sumByAge(db, vendor, clock.now()),
      sumRefunds(db, vendor),
    ]);
    return { data: await listCredits(db, ids, clock.now()), ...totals, ageing, refunds, currentPage: page };
  });
  route(app, credit.creditEvidence, read, async ({ params: { id } }) => {
    const evidence = await findEvidence(db, id, addresses);
    if (evidence === undefined) throw new AppError('not_found', `There is no credit ${id}`);
    return evidence;
  });
  route(app, credit.exportCredits, read, async ({ query }) => exportCredits(db, query, clock.now()));
  route(app, credit.createCreditsFromDifferences, write, ({ body }, { caller }) => credits.createFromDifferences(body.purchaseOrderId, caller.userId));
  route(app, credit.createCredit, write, async ({ body }, { caller }) => {
    const { purchaseOrderId: orderId, purchaseOrderLineId, quantity, client_id: clientId, ...rest } = body;
    const of = { orderId, lineId: purchaseOrderLineId ?? null, quantity: quantity ?? null, clientId: clientId ?? null };
    return { id: await credits.create({ ...of, ...rest, actorId: caller.userId }) };
  });
  route(app, credit.moveCredits, write, async ({ body }) => ({ moved: await credits.move(body) }));
  route(app, credit.applyCredits, write, ({ body }) => credits.apply(body.creditIds, body.invoiceId));
  route(app, credit.refundCredits, write, ({ body }) => credits.refund(body.creditIds, body.refunded_on, body.reason || null));
}

function requestRoutes(app: FastifyInstance, deps: Dependencies): void {
  const requests = createCreditRequestService(deps);
  route(app, request.creditRequestPdf, read, ({ params }, call) => requests.pdf(params.id, call));
  route(app, request.creditRequestMail, read, ({ params }) => requests.read(params.id));
  route(app, request.sendCreditRequest, write, async ({ params, body }, { caller }) => {
    const { client_id: clientId, expected_ids: expectedIds, ...written } = body;
    return { id: await requests.send(params.id, { ...written, clientId, expectedIds, actorId: caller.userId }) };
  });
  route(app, request.retryCreditRequest, write, async ({ params }) => {
    await requests.retry(params.id);
    return done;
  });
}
