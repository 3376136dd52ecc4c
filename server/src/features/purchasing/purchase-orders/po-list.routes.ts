import { utcDay } from '@stowage/contract/formats/day';
import { PO_LIST_LIMIT } from '@stowage/contract/purchasing/purchase-order-lines';
import * as contract from '@stowage/contract/purchasing/purchase-orders';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvTable } from '../../../platform/formats/csv.ts';
import { windowedPages } from '../../../platform/formats/numbered-pages.ts';
import { route } from '../../../platform/http/route.ts';
import { ALL_IDS, expectedByOrder, findMatching, type PoFilter, sumExpected } from './order-search.read-model.ts';
import { countOrders, listPage, listSummaries, withPackingLists } from './po-list.read-model.ts';

const read = { permission: 'purchasing.read' } as const;
const EXPORT_ROWS = 1_000;

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
  route(app, contract.exportPos, read, async ({ query }) => exportOrders(db, { ...query, today: today() }));
}

/** The columns of the CSV export: their headings and fields. */
const CSV_COLUMNS = {
  'PO Number': 'po_number',
  Vendor: 'vendor',
  'Unique SKUs': 'unique_skus',
  'Packing Lists': 'packing_list_count',
  Ordered: 'total_ordered',
  Received: 'total_received',
  Backordered: 'total_backordered',
  Damaged: 'total_damaged',
  Canceled: 'total_canceled',
  Over: 'total_over',
  'Received %': 'received_percentage',
  'First Entry': 'first_entry_date',
  'Last Entry': 'last_entry_date',
  'Days Diff': 'days_difference',
} as const satisfies Record<string, keyof contract.PoSummaryRow>;

async function* exportOrders(db: Database, filter: PoFilter): AsyncIterable<string> {
  const { head, line } = csvTable(CSV_COLUMNS);
  yield head;
  const matching = await findMatching(db, filter);
  for (let below = ALL_IDS; ; ) {
    const orders = await listSummaries(db, matching, { below, limit: EXPORT_ROWS });
    const last = orders.at(-1);
    if (last === undefined) return;
    yield orders.map(line).join('');
    below = last.id;
  }
}
