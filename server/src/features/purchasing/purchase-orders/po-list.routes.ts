import * as contract from '@stowage/contract/purchasing/purchase-orders';
import { PO_LIST_LIMIT } from '@stowage/contract/purchasing/receiving';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { expectedByOrder, findWanted, type PoFilter, sumExpected } from './order-search.read-model.ts';
import { countOrders, listPage, listSummaries, withPackingLists } from './po-list.read-model.ts';

const read = { permission: 'purchasing.read' } as const;
const EXPORT_ROWS = 1_000;

export function poListRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const today = () => clock.now().toISOString().slice(0, 10);
  const listNewest = async () => listSummaries(db, await findWanted(db, { search: '' }), { limit: PO_LIST_LIMIT });
  route(app, contract.listPos, read, async () => withPackingLists(db, await listNewest()));
  route(app, contract.summarisePos, read, listNewest);
  route(app, contract.poPage, read, async ({ query: { page, sort, descending, ...filter } }) => {
    const wanted = await findWanted(db, { ...filter, today: today() });
    const orders = await listPage(db, wanted, { sort, descending }, { offset: page * contract.PO_PAGE_SIZE, limit: contract.PO_PAGE_SIZE });
    const totalCount = await countOrders(db, wanted);
    const data = await withPackingLists(db, orders);
    const place = { totalCount, totalPages: Math.ceil(totalCount / contract.PO_PAGE_SIZE), currentPage: page };
    if (filter.show !== 'expected') return { ...place, data, unitsExpected: null };
    const ids = orders.map(({ id }) => id);
    const expected = await expectedByOrder(db, today(), ids);
    return {
      ...place,
      data: data.map((row) => ({ ...row, units_expected: expected.get(row.id) ?? 0 })),
      unitsExpected: await sumExpected(db, today(), wanted),
    };
  });
  route(app, contract.exportPos, read, async ({ query }) => exportOrders(db, { ...query, today: today() }));
}

async function* exportOrders(db: Database, filter: PoFilter): AsyncIterable<string> {
  yield csvLine([
    'PO Number',
    'Vendor',
    'Unique SKUs',
    'Packing Lists',
    'Ordered',
    'Received',
    'Backordered',
    'Damaged',
    'Canceled',
    'Over',
    'Received %',
    'First Entry',
    'Last Entry',
    'Days Diff',
  ]);
  const wanted = await findWanted(db, filter);
  let part = await listSummaries(db, wanted, { limit: EXPORT_ROWS });
  while (part.length > 0) {
    yield part
      .map((row) =>
        csvLine([
          row.po_number,
          row.vendor,
          row.unique_skus,
          row.packing_list_count,
          row.total_ordered,
          row.total_received,
          row.total_backordered,
          row.total_damaged,
          row.total_canceled,
          row.total_over,
          row.received_percentage,
          row.first_entry_date,
          row.last_entry_date,
          row.days_difference,
        ]),
      )
      .join('');
    part = await listSummaries(db, wanted, { below: part.at(-1)?.id ?? 0, limit: EXPORT_ROWS });
  }
}
