import { sendReportEvent } from '../events/processing-events.ts';
import type { ReportRecord } from '../records.ts';
import { fields, firstQuery, invalidInput, iso, listOf, notFound, type Operation, pageOf } from '../wire.ts';
import { nextId, type World } from '../world.ts';
import { linkTo, storeResult } from './documents.ts';
import { encodeTable, REPORTS } from './report-tables.ts';

const BASE = '/reports/2021-06-30';
const QUEUE_MS = 5_000;
const WORK_MS = 20_000;
/** A failed report may still have a document, with the reason. */
const REFUSAL = 'Report requests for this type are limited. Try again later.\n';
const DAY_MS = 24 * 3_600_000;

export function reportOperations(world: World): Operation[] {
  const { state } = world;
  const find = (id: string | undefined) => {
    const report = state.reports.get(id ?? '');
    if (report === undefined) throw notFound(`The report ${id} does not exist`);
    return report;
  };
  return [
    {
      name: 'createReport',
      method: 'POST',
      path: `${BASE}/reports`,
      rate: 0.0167,
      burst: 15,
      run: ({ body, now }) => ({ status: 202, body: { reportId: createReport(world, fields(body), now).reportId } }),
    },
    {
      name: 'getReports',
      method: 'GET',
      path: `${BASE}/reports`,
      rate: 0.0222,
      burst: 10,
      run: ({ query }) => ({ status: 200, body: listReports(world, query) }),
    },
    {
      name: 'getReport',
      method: 'GET',
      path: `${BASE}/reports/{reportId}`,
      rate: 2,
      burst: 15,
      run: ({ params }) => ({ status: 200, body: toWire(find(params.reportId)) }),
    },
    {
      name: 'cancelReport',
      method: 'DELETE',
      path: `${BASE}/reports/{reportId}`,
      rate: 0.0222,
      burst: 10,
      run: ({ params }) => {
        const report = find(params.reportId);
        if (report.status !== 'IN_QUEUE') throw invalidInput('Only a report in the queue can be cancelled');
        report.status = 'CANCELLED';
        return { status: 200 };
      },
    },
    {
      name: 'getReportDocument',
      method: 'GET',
      path: `${BASE}/documents/{reportDocumentId}`,
      rate: 0.0167,
      burst: 15,
      run: ({ params }) => {
        const document = state.documents.get(params.reportDocumentId ?? '');
        if (document === undefined) throw notFound('The document does not exist');
        const url = linkTo(world, document.id, 'getReportDocument');
        return { status: 200, body: { reportDocumentId: document.id, url, ...(document.isGzip && { compressionAlgorithm: 'GZIP' }) } };
      },
    },
  ];
}

function createReport({ state, faults }: World, body: Record<string, unknown>, now: number): ReportRecord {
  const { reportType, marketplaceIds, dataStartTime, dataEndTime } = body;
  if (typeof reportType !== 'string' || !Array.isArray(marketplaceIds)) throw invalidInput('reportType and marketplaceIds are required');
  const definition = REPORTS[reportType];
  if (definition === undefined) throw invalidInput(`Report type ${reportType} is not known`);
  const to = dataEndTime === undefined ? now : Date.parse(String(dataEndTime));
  const from = dataStartTime === undefined ? to - DAY_MS : Date.parse(String(dataStartTime));
  if (Number.isNaN(from) || Number.isNaN(to) || from > to) throw invalidInput('dataStartTime and dataEndTime must be ISO 8601 and in order');
  const last = [...state.reports.values()].filter((report) => report.reportType === reportType && report.status !== 'CANCELLED').at(-1);
  const isTooSoon = last !== undefined && last.requestedFrom === dataStartTime && now - last.createdAt < definition.againAfterMs;
  const fault = faults.strike('createReport', ['report-fatal', 'report-cancelled']) ?? (isTooSoon ? 'report-fatal' : undefined);
  const report: ReportRecord = {
    reportId: nextId(state),
    reportType,
    marketplaceIds: marketplaceIds as string[],
    requestedFrom: dataStartTime,
    from,
    to,
    createdAt: now,
    endsAt: now + QUEUE_MS + WORK_MS,
    fault,
    status: 'IN_QUEUE',
    reportDocumentId: undefined,
  };
  state.reports.set(report.reportId, report);
  return report;
}

/** Advances reports to the current time. */
export function settleReports(world: World, now: number): void {
  for (const report of world.state.reports.values()) {
    if (report.status === 'IN_QUEUE' && now >= report.createdAt + QUEUE_MS) report.status = 'IN_PROGRESS';
    if (report.status !== 'IN_PROGRESS' || now < report.endsAt) continue;
    finish(world, report);
    sendReportEvent(world, report);
  }
}

function finish(world: World, report: ReportRecord): void {
  report.status = report.fault === 'report-fatal' ? 'FATAL' : 'CANCELLED';
  if (report.fault === 'report-fatal') report.reportDocumentId = storeResult(world, Buffer.from(REFUSAL), 'text/plain; charset=UTF-8');
  if (report.fault !== undefined) return;
  const rows = REPORTS[report.reportType]?.rows(world.state, report) ?? [];
  // CANCELLED also means that there is no data.
  if (rows.length === 0) return;
  report.status = 'DONE';
  report.reportDocumentId = storeResult(world, encodeTable(rows), 'text/plain; charset=Cp1252');
}

function listReports({ state }: World, query: URLSearchParams) {
  const first = firstQuery(query);
  const types = listOf(first, 'reportTypes');
  if (types.length === 0) throw invalidInput('reportTypes is required');
  const statuses = listOf(first, 'processingStatuses');
  const since = Date.parse(first.get('createdSince') ?? '') || 0;
  const chosen = [...state.reports.values()].filter(
    (report) => types.includes(report.reportType) && (statuses.length === 0 || statuses.includes(report.status)) && report.createdAt >= since,
  );
  const { items, nextToken } = pageOf(chosen.reverse(), first);
  return { reports: items.map(toWire), ...(nextToken !== undefined && { nextToken }) };
}

function toWire(report: ReportRecord) {
  const isOver = ['DONE', 'FATAL'].includes(report.status);
  return {
    reportId: report.reportId,
    reportType: report.reportType,
    marketplaceIds: report.marketplaceIds,
    dataStartTime: iso(report.from),
    dataEndTime: iso(report.to),
    createdTime: iso(report.createdAt),
    processingStatus: report.status,
    ...(isOver && { processingStartTime: iso(report.createdAt + QUEUE_MS), processingEndTime: iso(report.endsAt) }),
    ...(report.reportDocumentId !== undefined && { reportDocumentId: report.reportDocumentId }),
  };
}
