import { DAY_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import * as z from 'zod';
import { type ReportName, reportRestMs } from '../../../integrations/marketplace/calls/reports.ts';
import type { TableRow } from '../../../integrations/marketplace/formats/report-table.ts';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Filing, fileReport } from '../../documents/filing/index.ts';
import { type JobContext, type JobEnd, JobImpossibleError } from '../../jobs/index.ts';
import { type ImportCounts, importCounts, NO_COUNTS } from '../import-counts.ts';
import { type ImportOptions, savedRows } from '../import-rows.ts';

/** What a report is, and how its rows are saved. */
export interface ReportImport {
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

/** One step of an import: requests a report, checks whether it is ready, or reads it. */
export async function importReport(
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
