import type { OutputOf } from '@stowage/contract/endpoint';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { getShipmentSales } from '@stowage/contract/pricing/shipment-sales';
import type { TableRow } from '../../../integrations/marketplace/formats/report-table.ts';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import { insertRun } from '../../jobs/index.ts';
import * as sales from './shipment-sales.repository.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly marketplaces: MarketplaceSource;
}

interface Answer {
  success: boolean;
  message: string;
}

export interface ShipmentSalesService {
  request(userId: number): Promise<Answer>;
  retrieve(): Promise<Answer>;
  /** The newest report; null when none was requested. */
  newest(): Promise<OutputOf<typeof getShipmentSales>>;
  /** Its lines, read as they are taken. */
  lines(): AsyncIterable<string>;
}

/** The job that keeps the report when it is there, though nobody asks. */
export const SALES_JOB = 'keep-shipment-sales';
const EXPORT_ROWS = 2_000;
const HEADINGS = ['Shipped', 'Order', 'SKU', 'FNSKU', 'ASIN', 'Quantity', 'Item price', 'Currency'];

const WINDOWS = 3;
const WINDOW_DAYS = 30;
/** The marketplace makes its daily reports anew no more often. */
const REPEAT_AFTER_MS = 4 * 60 * 60_000;
const BATCH = 2_000;

/** The sales that the marketplace shipped in the last ninety days: asked for in three windows, kept when they are there. */
export function createShipmentSalesService({ db, clock, marketplaces }: Dependencies): ShipmentSalesService {
  const connected = async (): Promise<Marketplace> => {
    const marketplace = await marketplaces.current();
    if (marketplace === undefined) throw new AppError('conflict', 'No marketplace account is connected', { reason: 'not_connected' });
    return marketplace;
  };
  return {
    async request(userId) {
      const marketplace = await connected();
      const now = clock.now();
      const newest = await sales.listNewest(db);
      const [last] = newest;
      const isWhole = newest.length === WINDOWS && newest.every(({ status }) => status !== 'FATAL');
      const isRecent = last !== undefined && isWhole && now.getTime() - last.requestedAt.getTime() < REPEAT_AFTER_MS;
      if (isRecent) {
        const minutes = Math.round((now.getTime() - last.requestedAt.getTime()) / 60_000);
        return { success: true, message: `The report was requested ${minutes} minutes ago already; the marketplace makes it anew every four hours` };
      }
      const run = await db.transaction().execute((tx) => insertRun(tx, { kind: SALES_JOB, key: SALES_JOB, payload: {}, requestedBy: userId }));
      if (!run.isNew) return { success: false, message: 'The report was requested already, and is kept as soon as it is there' };
      return told(async () => {
        const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
        for (let nth = 0; nth < WINDOWS; nth++) {
          const from = new Date(midnight - (nth + 1) * WINDOW_DAYS * DAY_MS);
          const to = nth === 0 ? now : new Date(midnight - nth * WINDOW_DAYS * DAY_MS - 1);
          const reportId = await marketplace.requestReport({ report: 'shipmentSales', window: { from, to } });
          await sales.insertRequest(db, { from, to, reportId, requestedBy: userId, requestedAt: now });
        }
        return 'The report of the last 90 days was requested. It is kept as soon as it is there; you can retrieve it in a few minutes.';
      });
    },

    async newest() {
      const parts = await sales.listNewest(db);
      const [first] = parts;
      if (first === undefined) return null;
      const rowCount = await sales.countSales(
        db,
        parts.map(({ id }) => id),
      );
      return {
        ...{ requestedAt: first.requestedAt.toISOString(), requestedBy: first.requestedBy, rowCount },
        parts: parts.map(({ from, to, status }) => ({ from: from.toISOString(), to: to.toISOString(), status })),
      };
    },

    lines: () => csvLines(db),

    async retrieve() {
      const marketplace = await connected();
      const requests = await sales.listNewest(db);
      if (requests.length === 0) return { success: false, message: 'Request the report first' };
      return told(async () => {
        const statuses: string[] = [];
        for (const request of requests) statuses.push(await retrievePart(db, marketplace, request));
        const done = statuses.filter((status) => status === 'DONE').length;
        const rows = await sales.countSales(
          db,
          requests.map(({ id }) => id),
        );
        const failed = statuses.filter((status) => status === 'FATAL').length;
        if (failed > 0) return `${failed} of ${requests.length} parts failed at the marketplace (${statuses.join(', ')}). Request the report again.`;
        if (done === requests.length) return `The report is here: ${rows.toLocaleString('en')} shipped items of the last 90 days`;
        return `${done} of ${requests.length} parts are here (${statuses.join(', ')}). Try again in a few minutes.`;
      });
    },
  };
}

async function* csvLines(db: Database): AsyncIterable<string> {
  yield csvLine(HEADINGS);
  for (const { id } of await sales.listNewest(db)) {
    let after = 0;
    for (;;) {
      const rows = await sales.listSales(db, id, { after, limit: EXPORT_ROWS });
      if (rows.length > 0) yield rows.map(toLine).join('');
      after = rows.at(-1)?.line ?? 0;
      if (rows.length < EXPORT_ROWS) break;
    }
  }
}

function toLine({ shippedAt, orderId, sku, fnsku, asin, quantity, itemPrice, currency }: sales.SalesRow): string {
  return csvLine([shippedAt, orderId, sku, fnsku, asin, quantity, itemPrice, currency]);
}

async function retrievePart(db: Database, marketplace: Marketplace, { id, reportId, status }: sales.SalesRequest): Promise<string> {
  if (status === 'DONE' || status === 'FATAL' || reportId === null) return status;
  const progress = await marketplace.reportProgress(reportId);
  if (progress.status === 'PENDING') {
    if (status !== 'IN_PROGRESS') await sales.saveRequestStatus(db, id, 'IN_PROGRESS');
    return 'IN_PROGRESS';
  }
  if (progress.status === 'DONE' && progress.documentId !== undefined) {
    let batch: sales.SalesRow[] = [];
    let line = 0;
    for await (const row of marketplace.reportRows(progress.documentId)) {
      batch.push(toSale(row, ++line));
      if (batch.length < BATCH) continue;
      await sales.saveSales(db, id, batch);
      batch = [];
    }
    await sales.saveSales(db, id, batch);
  }
  const end = progress.status === 'FAILED' ? 'FATAL' : 'DONE';
  await sales.saveRequestStatus(db, id, end);
  return end;
}

function toSale({ get }: TableRow, line: number): sales.SalesRow {
  const moment = Date.parse(get('shipment-date'));
  const quantity = Number(get('quantity'));
  const price = get('item-price-per-unit');
  return {
    line,
    shippedAt: Number.isNaN(moment) ? null : new Date(moment).toISOString(),
    ...{ sku: get('sku'), fnsku: get('fnsku'), asin: get('asin'), orderId: get('amazon-order-id'), currency: get('currency') },
    quantity: Number.isInteger(quantity) ? quantity : null,
    itemPrice: /^\d{1,9}(\.\d+)?$/.test(price) ? price : null,
  };
}

/** What the marketplace refuses is said, not thrown: the call promises a message. */
async function told(work: () => Promise<string>): Promise<Answer> {
  try {
    return { success: true, message: await work() };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return { success: false, message: error.message };
  }
}
