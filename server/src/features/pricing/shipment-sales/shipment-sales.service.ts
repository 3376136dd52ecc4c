import type { OutputOf } from '@stowage/contract/endpoint';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { getShipmentSales } from '@stowage/contract/pricing/shipment-sales';
import type { TableRow } from '../../../integrations/marketplace/formats/report-table.ts';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError, refusalAsResult } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { getMarketplace } from '../../connection/index.ts';
import { type Filing, fileReport } from '../../documents/filing/index.ts';
import { isKindOpen, openRun } from '../../jobs/index.ts';
import * as sales from './shipment-sales.repository.ts';
import { shipmentSalesCsv } from './shipment-sales-csv.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  readonly filing?: Filing | undefined;
}

interface Result {
  success: boolean;
  message: string;
}

export type ShipmentSalesService = ReturnType<typeof createShipmentSalesService>;

/** The job that stores the report when it is ready, even if nobody retrieves it. */
export const SALES_JOB = 'keep-shipment-sales';
const ALREADY_REQUESTED: Result = { success: false, message: 'The report has already been requested. It is stored as soon as it is ready.' };
const done = (message: string): Result => ({ success: true, message });

const WINDOW_DAYS = 30;
/** The marketplace generates a daily report at most this often. */
const REPEAT_AFTER_MS = 4 * HOUR_MS;
/** A part that is not ready after this time has failed. It would keep people from requesting the report again. */
const GIVE_UP_AFTER_MS = 6 * HOUR_MS;
const BATCH = 2_000;

/** The FBA sales of the last ninety days, requested in three windows and stored when they are ready. */
export function createShipmentSalesService({ db, clock, marketplaces, filing }: Dependencies) {
  return {
    async request(userId: number): Promise<Result> {
      const marketplace = await getMarketplace(marketplaces);
      const now = clock.now();
      const ageMs = recentAgeMs(await sales.listNewest(db), now);
      if (ageMs !== undefined) {
        const minutes = Math.round(ageMs / MINUTE_MS);
        return { success: true, message: `The report was requested ${minutes} minutes ago. Amazon generates a new one every four hours.` };
      }
      if (await isKindOpen(db, SALES_JOB)) return ALREADY_REQUESTED;
      return refusalAsResult(async () => {
        const requests: sales.NewRequest[] = [];
        for (const window of windowsBefore(now)) {
          const { reportId } = await marketplace.requestReport({ report: 'shipmentSales', window });
          requests.push({ ...window, reportId, requestedBy: userId, requestedAt: now });
        }
        // Only when Amazon has accepted all parts, so that a refused one leaves nothing.
        const isNew = await db.transaction().execute(async (tx) => {
          const run = await openRun(tx, { kind: SALES_JOB, key: SALES_JOB, payload: {}, requestedBy: userId });
          if (run.isNew) await sales.insertRequests(tx, requests);
          return run.isNew;
        });
        return isNew ? done('The report of the last 90 days was requested. You can retrieve it in a few minutes.') : ALREADY_REQUESTED;
      });
    },

    /** The latest report; null when none was requested. */
    async newest(): Promise<OutputOf<typeof getShipmentSales>> {
      const parts = await sales.listNewest(db);
      const [first] = parts;
      if (first === undefined) return null;
      return {
        requestedAt: first.requestedAt.toISOString(),
        requestedBy: first.requestedBy,
        rowCount: await countRows(db, parts),
        parts: parts.map(({ from, to, status }) => ({ from: from.toISOString(), to: to.toISOString(), status })),
      };
    },

    /** The lines of a CSV file, read as they are consumed. */
    lines: () => shipmentSalesCsv(db),

    async retrieve(): Promise<Result> {
      const marketplace = await getMarketplace(marketplaces);
      const requests = await sales.listNewest(db);
      if (requests.length === 0) return { success: false, message: 'Request the report first' };
      return refusalAsResult(async () => {
        const statuses: string[] = [];
        for (const request of requests) statuses.push(await retrievePart({ db, clock, filing }, marketplace, request));
        const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
        const list = statuses.join(', ');
        if (count('FATAL') > 0)
          return { success: false, message: `${count('FATAL')} of ${requests.length} parts failed on Amazon (${list}). Request the report again.` };
        if (count('DONE') < requests.length) return done(`${count('DONE')} of ${requests.length} parts are ready (${list}). Try again in a few minutes.`);
        return done(`The report is ready: ${numberText(await countRows(db, requests))} shipped items of the last 90 days`);
      });
    },
  };
}

/** The age of the last request if no part failed and it is too recent to repeat. */
function recentAgeMs(parts: readonly sales.SalesRequest[], now: Date): number | undefined {
  const [first] = parts;
  if (first === undefined || parts.some(({ status }) => status === 'FATAL')) return undefined;
  const ageMs = now.getTime() - first.requestedAt.getTime();
  return ageMs < REPEAT_AFTER_MS ? ageMs : undefined;
}

/** Consecutive windows of whole days, the latest first and ending now. */
function windowsBefore(now: Date): { from: Date; to: Date }[] {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: sales.WINDOWS }, (_, index) => ({
    from: new Date(midnight - (index + 1) * WINDOW_DAYS * DAY_MS),
    to: index === 0 ? now : new Date(midnight - index * WINDOW_DAYS * DAY_MS - 1),
  }));
}

function countRows(db: Database, requests: readonly sales.SalesRequest[]): Promise<number> {
  return sales.countSales(
    db,
    requests.map(({ id }) => id),
  );
}

async function retrievePart(
  { db, clock, filing }: Omit<Dependencies, 'marketplaces'>,
  marketplace: Marketplace,
  { id, reportId, status, requestedAt }: sales.SalesRequest,
): Promise<string> {
  if (status === 'DONE' || status === 'FATAL' || reportId === null) return status;
  const progress = await marketplace.reportProgress(reportId).catch((error: unknown) => {
    if (!(error instanceof MarketplaceError) || error.status !== 404) throw error;
    return { status, documentId: undefined };
  });
  if (progress.status === 'IN_QUEUE' || progress.status === 'IN_PROGRESS') {
    const present = clock.now().getTime() - requestedAt.getTime() > GIVE_UP_AFTER_MS ? 'FATAL' : progress.status;
    if (status !== present) await sales.saveRequestStatus(db, id, present);
    return present;
  }
  if (progress.status === 'DONE' && progress.documentId !== undefined) {
    let batch: sales.SalesRow[] = [];
    let line = 0;
    const file = fileReport('shipmentSales', { documentId: progress.documentId, clock, filing });
    for await (const row of marketplace.reportRows(progress.documentId, file)) {
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
