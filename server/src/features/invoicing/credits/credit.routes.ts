import * as credit from '@stowage/contract/invoicing/vendor-credits';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { among, CREDITS, listCredits, sumByAge, sumRefunds } from '../lists/credit-list.read-model.ts';
import { creditCsv } from '../lists/money-csv.ts';
import { readAsVendor } from '../lists/money-list.read-model.ts';
import { readPage } from '../lists/money-page.read-model.ts';
import type { CreditService } from './credit.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly credits: CreditService;
}

const read = { permission: 'invoices.read' } as const;
const write = { permission: 'invoices.write' } as const;

export function creditRoutes(app: FastifyInstance, { db, clock, credits }: Dependencies): void {
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
  route(app, credit.exportCredits, read, async ({ query }) => creditCsv(db, query, clock.now()));
  route(app, credit.createCreditsFromDifferences, write, ({ body }, { caller }) => credits.createFromDifferences(body, caller.userId));
  route(app, credit.createCredit, write, async ({ body }, { caller }) => {
    const { purchaseOrderId: orderId, purchaseOrderLineId, quantity, client_id: clientId, ...rest } = body;
    const of = { orderId, lineId: purchaseOrderLineId ?? null, quantity: quantity ?? null, clientId: clientId ?? null };
    return { id: await credits.create({ ...of, ...rest, actorId: caller.userId }) };
  });
  route(app, credit.moveCredits, write, async ({ body }, { caller }) => ({ moved: await credits.move(body, caller.userId) }));
  route(app, credit.applyCredits, write, ({ body: { to_pay: toPay, ...body } }) => credits.apply({ ...body, toPay }));
  route(app, credit.refundCredits, write, ({ body: { refunded_on: on, reason, ...body } }) => credits.refund({ ...body, on, reason: reason || null }));
}
