import { DAY_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { STARTABLE_JOBS, type StartableJob } from '@stowage/contract/jobs/jobs';
import * as z from 'zod';
import { type ReportName, reportRestMs } from '../../../integrations/marketplace/calls/reports.ts';
import type { TableRow } from '../../../integrations/marketplace/formats/report-table.ts';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { connected, needsAccount } from '../../connection/index.ts';
import { type Filing, fileReport } from '../../documents/filing/index.ts';
import { identifyUnknown } from '../../inventory/index.ts';
import { type Job, type JobContext, type JobEnd, JobImpossibleError } from '../../jobs/index.ts';
import { recordMissingListings } from '../../pricing/index.ts';
import { type ImportCounts, importCounts, NO_COUNTS } from '../import-counts.ts';
import { type ImportOptions, importRows, type RowImport, savedRows } from '../import-rows.ts';
import { saveReimbursements, saveRemovals, saveReturns } from './fba-event.repository.ts';
import { closeInventory, saveInventory } from './fba-inventory.repository.ts';
import { saveListings } from './marketplace-listing.repository.ts';
import { type ReportKeys, startReportKeys } from './report-keys.repository.ts';
import {
  type ListingRow,
  parseInventory,
  parseListing,
  parseReimbursement,
  parseRemoval,
  parseReturn,
  type ReimbursementRow,
  type RemovalRow,
  type ReturnRow,
} from './report-row.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  /** Stores the original reports as documents. */
  readonly filing?: Filing;
}

interface ReportImport {
  readonly kind: StartableJob;
  readonly cron: string;
  readonly report: ReportName;
  /** The number of windows of thirty days; a snapshot has none. */
  readonly windows: number;
  readonly read: (rows: AsyncIterable<TableRow>, options: ImportOptions & { readonly requestedAt: Date }) => Promise<ImportCounts>;
}

const WINDOW_DAYS = 30;
/** The pauses between checks whether a report is ready. */
const POLL_MS = [15_000, 15_000, 30_000, 60_000];
/** Six hours, at a minute each. */
const MAX_POLLS = 360;
const MAX_REFUSALS = 2;
const WAITING = 'Waiting for Amazon to generate the report';

/** The position of a run in its memory, so that a restart continues with the requested report. */
const position = z.object({
  windows: z.array(z.object({ from: z.string(), to: z.string() })).nullish(),
  position: z.number().default(0),
  reportId: z.string().nullish(),
  requestedAt: z.string().nullish(),
  polls: z.number().default(0),
  refusals: z.number().default(0),
  kept: savedRows.nullish(),
  counts: importCounts.default(NO_COUNTS),
});

/** The imports from the marketplace's reports. */
export function reportImportJobs({ db, clock, marketplaces, topics, filing }: Dependencies): Job[] {
  const imports: ReportImport[] = [
    {
      kind: 'import-listings',
      cron: '10 */4 * * *',
      report: 'listings',
      windows: 0,
      read: async (rows, { requestedAt, ...options }) => {
        const keys = startReportKeys(db, 'listings');
        const save = (batch: readonly ListingRow[]) => saveListings(db, batch, requestedAt);
        const counts = await importRows(rows, { parse: parseListing, ...bySku('seller-sku', keys), save }, options);
        // A report with mostly invalid rows does not show which listings are missing.
        const gone = keys.count() > counts.rejected ? await keys.whenComplete((tx) => recordMissingListings(tx, requestedAt, keys.has)) : 0;
        await keys.forgetOthers();
        if (gone > 0) await options.context.log('INFO', [`${gone} listings are no longer on the marketplace`]);
        await options.context.progress({ output: { 'Listings gone from the marketplace': gone } });
        await identify({ db, topics, context: options.context });
        return counts;
      },
    },
    {
      kind: 'import-inventory',
      cron: '40 */4 * * *',
      report: 'fbaInventory',
      windows: 0,
      read: async (rows, options) => {
        const keys = startReportKeys(db, 'inventory');
        const counts = await importRows(rows, { parse: parseInventory, ...bySku('sku', keys), save: (batch) => saveInventory(db, batch) }, options);
        const ambiguous = keys.count() > counts.rejected ? await keys.whenComplete((tx) => closeInventory(tx, clock.now(), keys.has)) : 0;
        await keys.forgetOthers();
        if (ambiguous > 0) await options.context.log('INFO', [`${ambiguous} FNSKUs belong to several SKUs`]);
        await options.context.progress({ output: { 'FNSKUs that name several SKUs': ambiguous } });
        await identify({ db, topics, context: options.context });
        return counts;
      },
    },
    {
      kind: 'import-removals',
      cron: '20 4 * * *',
      report: 'removalShipments',
      windows: 2,
      read: (rows, options) => {
        const keyOf = (row: RemovalRow) => [row.orderId, row.trackingNumber, row.sku, row.fnsku, row.disposition, row.shippedAt].join(' / ');
        return importEvents(db, rows, { kind: 'removals', parse: parseRemoval, keyOf, save: (batch) => saveRemovals(db, batch) }, options);
      },
    },
    {
      kind: 'import-returns',
      cron: '25 4 * * *',
      report: 'customerReturns',
      windows: 2,
      read: (rows, options) => {
        const keyOf = (row: ReturnRow) => [row.orderId, row.sku, row.fnsku, row.lpn, row.returnedAt].join(' / ');
        return importEvents(db, rows, { kind: 'returns', parse: parseReturn, keyOf, save: (batch) => saveReturns(db, batch) }, options);
      },
    },
    {
      kind: 'import-reimbursements',
      cron: '30 4 * * *',
      report: 'reimbursements',
      windows: 2,
      read: (rows, options) => {
        const keyOf = (row: ReimbursementRow) => [row.reimbursementId, row.sku, row.fnsku].join(' / ');
        return importEvents(db, rows, { kind: 'reimbursements', parse: parseReimbursement, keyOf, save: (batch) => saveReimbursements(db, batch) }, options);
      },
    },
  ];
  return imports.map((definition) => ({
    kind: definition.kind,
    title: STARTABLE_JOBS[definition.kind],
    payload: z.object({}).loose(),
    cron: definition.cron,
    isWanted: needsAccount(marketplaces),
    run: async (_, context) => runImport(definition, { marketplace: await connected(marketplaces, context), clock, context, filing }),
  }));
}

const bySku = (column: string, keys: ReportKeys) => ({ keys, keyOf: (row: { readonly sku: string }) => row.sku, ofRejected: { column, keys } });

/** Imports a window of events, whose keys only this window has. */
async function importEvents<Row>(
  db: DatabasePool,
  rows: AsyncIterable<TableRow>,
  reading: Omit<RowImport<Row>, 'keys'> & { readonly kind: string },
  options: ImportOptions,
): Promise<ImportCounts> {
  const { kind, ...rest } = reading;
  const keys = startReportKeys(db, kind);
  const counts = await importRows(rows, { ...rest, keys }, options);
  await keys.forgetOthers();
  return counts;
}

/** Identifies units that were scanned before their listing was imported. */
async function identify({ db, topics, context }: Pick<Dependencies, 'db' | 'topics'> & Pick<ImportOptions, 'context'>): Promise<void> {
  const units = await identifyUnknown({ db, topics });
  if (units > 0) await context.log('INFO', [`${units} scanned units were identified`]);
  await context.progress({ output: { 'Units identified': units } });
}

/** One step of an import: requests a report, checks whether it is ready, or reads it. */
async function runImport(
  definition: ReportImport,
  { marketplace, clock, context, filing }: { marketplace: Marketplace; clock: Clock; context: JobContext; filing: Filing | undefined },
): Promise<JobEnd> {
  const at = position.parse(context.memory);
  const windows = at.windows ?? windowsBefore(clock.now(), definition.windows);
  const window = windows[at.position];
  // A run of an earlier version has no time; the marketplace finds the report that it requested.
  if (at.reportId == null || at.requestedAt == null) {
    await context.progress({ message: 'Requesting the report from Amazon' });
    const range = window && { from: new Date(window.from), to: new Date(window.to) };
    const now = clock.now();
    const { reportId, requestedAt = now } = await marketplace.requestReport({ report: definition.report, ...(range && { window: range }) });
    // The marketplace's clock may be ahead of ours.
    await context.remember({ windows, reportId, requestedAt: (requestedAt < now ? requestedAt : now).toISOString(), polls: 0 });
    await context.log('INFO', [`Amazon's ID of the report is ${reportId}`]);
    await context.progress({ message: WAITING, output: { [windows.length > 1 ? `Report ${at.position + 1}` : 'Report']: reportId } });
    return { againInMs: POLL_MS[0] ?? 0 };
  }
  const { status, documentId } = await marketplace.reportProgress(at.reportId).catch((error: unknown) => {
    // The marketplace deletes old reports; an unknown one is requested again.
    if (error instanceof MarketplaceError && error.status === 404) return { status: 'FORGOTTEN' as const, documentId: undefined };
    throw error;
  });
  if (status === 'FORGOTTEN') {
    await context.remember({ reportId: null, polls: 0 });
    throw new Error('Amazon no longer has the report');
  }
  if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') {
    if (at.polls >= MAX_POLLS) throw new JobImpossibleError('Amazon did not generate the report within six hours');
    await context.progress({ message: WAITING });
    await context.remember({ polls: at.polls + 1 });
    return { againInMs: POLL_MS[Math.min(at.polls + 1, POLL_MS.length - 1)] ?? 0 };
  }
  if (status === 'FAILED') {
    return retryLater(definition.report, { marketplace, context, documentId, refusals: at.refusals + 1 });
  }
  const isRead = status === 'DONE' && documentId !== undefined;
  const counts = isRead
    ? await definition.read(marketplace.reportRows(documentId, fileReport(definition.report, { documentId, clock, filing })), {
        context,
        counts: at.counts,
        earlier: at.kept ?? undefined,
        requestedAt: new Date(at.requestedAt),
      })
    : at.counts;
  const hasMore = at.position + 1 < windows.length;
  await context.remember({ position: at.position + 1, reportId: null, polls: 0, refusals: 0, kept: null, counts });
  await context.progress({ done: counts.read, counts: { ...counts }, message: hasMore ? 'Continuing with the next thirty days' : summaryOf(counts) });
  return hasMore ? { againInMs: 0, hasProgressed: true } : undefined;
}

/** The marketplace refuses to repeat a recent report, so it is requested again after the report's pause. A second refusal is final. */
async function retryLater(
  report: ReportName,
  { marketplace, context, documentId, refusals }: { marketplace: Marketplace; context: JobContext; documentId: string | undefined; refusals: number },
): Promise<JobEnd> {
  const details = documentId === undefined ? '' : await marketplace.reportReason(documentId).catch(() => '');
  const reason = `Amazon could not generate the report${details === '' ? '' : `: ${details}`}`;
  if (refusals >= MAX_REFUSALS) throw new JobImpossibleError(reason);
  await context.remember({ reportId: null, polls: 0, refusals });
  await context.log('WARN', [reason]);
  await context.progress({ message: 'Amazon could not generate the report; it will be requested once more' });
  return { againInMs: reportRestMs(report) };
}

/** Windows of thirty days up to now, aligned to midnight so that requests on the same day have the same windows. */
function windowsBefore(now: Date, count: number): { from: string; to: string }[] {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => ({
    from: new Date(midnight - (index + 1) * WINDOW_DAYS * DAY_MS).toISOString(),
    to: new Date(index === 0 ? now.getTime() : midnight - index * WINDOW_DAYS * DAY_MS - 1).toISOString(),
  }));
}

function summaryOf({ read, rejected }: ImportCounts): string {
  if (read === 0) return 'The report is empty';
  return `${numberText(read)} rows${rejected > 0 ? `, ${numberText(rejected)} of them rejected` : ''}`;
}
