import { utcDay } from '@stowage/contract/formats/day';
import * as orders from '@stowage/contract/invoicing/purchase-money';
import { poName } from '@stowage/contract/purchasing/po-name';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { findOrder, listMatchedLines, toPoLine } from '../matching/matched-line.read-model.ts';
import { poMoneyCsv } from './money-csv.ts';
import { readPage } from './money-page.read-model.ts';
import { listOrders, listVendors, ORDERS } from './po-money.read-model.ts';

const read = { permission: 'invoices.read' } as const;

export function poMoneyRoutes(app: FastifyInstance, { db, clock }: Pick<Context, 'db' | 'clock'>): void {
  const today = () => utcDay(clock.now());
  route(app, orders.poMoneyPage, read, async ({ query: { page, sort, descending, ...filter } }) => {
    const { ids, ...totals } = await readPage(db, ORDERS, filter, { page, sort, descending });
    return { data: await listOrders(db, ids, today()), ...totals, currentPage: page };
  });
  route(app, orders.exportPoMoney, read, async ({ query }) => poMoneyCsv(db, query, today()));
  route(app, orders.moneyVendors, read, () => listVendors(db));
  route(app, orders.findPoMoney, read, async ({ query: { number } }) => {
    const order = await findOrder(db, { number });
    if (order === undefined) throw new AppError('not_found', `There is no ${poName(number)}`);
    return order;
  });
  route(app, orders.poMoneyLines, read, async ({ params: { id } }) => {
    const order = await findOrder(db, { id });
    if (order === undefined) throw new AppError('not_found', 'There is no such purchase order');
    return { po_number: order.po_number, vendor: order.vendor, lines: (await listMatchedLines(db, id)).map(toPoLine) };
  });
}
