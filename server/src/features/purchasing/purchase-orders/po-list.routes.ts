import { utcDay } from '@stowage/contract/formats/day';
import { PO_LIST_LIMIT } from '@stowage/contract/purchasing/purchase-order-lines';
import * as contract from '@stowage/contract/purchasing/purchase-orders';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { windowedPages } from '../../../platform/formats/numbered-pages.ts';
import { route } from '../../../platform/http/route.ts';
import { expectedByOrder, findMatching, sumExpected } from './order-search.read-model.ts';
import { poCsv } from './po-csv.ts';
import { countOrders, listPage, listSummaries, withPackingLists } from './po-list.read-model.ts';

const read = { permission: 'purchasing.read' } as const;

export function poListRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const today = () => utcDay(clock.now());
  const listNewest = async () => listSummaries(db, await findMatching(db, { search: '', today: today() }), { limit: PO_LIST_LIMIT });
  route(app, contract.listPos, read, async () => withPackingLists(db, await listNewest()));
  route(app, contract.summarisePos, read, listNewest);
  route(app, contract.poPage, read, async ({ query: { page, sort, descending, ...filter } }) => {
    const matching = await findMatching(db, { ...filter, today: today() });
    const orders = await listPage(db, matching, { sort, descending }, { offset: page * contract.PO_PAGE_SIZE, limit: contract.PO_PAGE_SIZE });
    const pages = windowedPages({ found: await countOrders(db, matching), window: contract.PO_WINDOW, size: contract.PO_PAGE_SIZE, page });
    const data = await withPackingLists(db, orders);
    const answer = { data, ...pages, unitsExpected: null };
    if (filter.show !== 'expected') return answer;
    const orderIds = orders.map(({ id }) => id);
    const expected = await expectedByOrder(db, today(), orderIds);
    return {
      ...answer,
      data: data.map((row) => ({ ...row, units_expected: expected.get(row.id) ?? 0 })),
      unitsExpected: await sumExpected(db, today(), matching),
    };
  });
  route(app, contract.exportPos, read, async ({ query: { sort, descending, ...filter } }) => poCsv(db, { ...filter, today: today() }, { sort, descending }));
}
