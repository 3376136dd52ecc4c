import { Readable } from 'node:stream';
import { ReportsApi } from '@sp-api-sdk/reports-api-2021-06-30';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { readTable, type TableRow } from '../formats/report-table.ts';
import { redacted } from '../marketplace-error.ts';
import type { Transport } from '../transport/transport.ts';
import { download } from './documents.ts';
import { pagesOf } from './pages.ts';

/** The marketplace's types of the requested reports. */
export const REPORT_TYPES = {
  listings: 'GET_MERCHANT_LISTINGS_ALL_DATA',
  fbaInventory: 'GET_FBA_MYI_ALL_INVENTORY_DATA',
  removalShipments: 'GET_FBA_FULFILLMENT_REMOVAL_SHIPMENT_DETAIL_DATA',
  customerReturns: 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA',
  removalOrders: 'GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA',
  reimbursements: 'GET_FBA_REIMBURSEMENTS_DATA',
  shipmentSales: 'GET_FBA_FULFILLMENT_CUSTOMER_SHIPMENT_SALES_DATA',
} as const;
export type ReportName = keyof typeof REPORT_TYPES;

export interface ReportRequest {
  readonly report: ReportName;
  /** A snapshot has no window. */
  readonly window?: { readonly from: Date; readonly to: Date };
}

export interface RequestedReport {
  readonly reportId: string;
  /** When it was requested, by the marketplace's clock; undefined if this call requested it. */
  readonly requestedAt: Date | undefined;
}

export interface ReportProgress {
  /** EMPTY: the report has no data, which the marketplace signals by canceling it. */
  readonly status: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'EMPTY' | 'FAILED';
  readonly documentId: string | undefined;
}

const MAX_REASON_LENGTH = 300;

/** The marketplace generates most reports at most every half hour, and a daily one every four hours; until then the last one is current. */
export const reportRestMs = (report: ReportName) => (report === 'customerReturns' ? 240 : 30) * MINUTE_MS;

/** Reports without a pause: only one that is still in progress is reused. */
const ALWAYS_FRESH: readonly ReportName[] = ['listings'];

export function reportCalls(transport: Transport) {
  const { account, http, perform } = transport;
  const api = new ReportsApi(undefined, account.baseUrl, http);

  /** The newest usable report of this type and window: within its pause and not failed. */
  const findRecent = async ({ report, window }: ReportRequest): Promise<{ reportId: string; createdTime: string } | undefined> => {
    const createdSince = new Date(Date.now() - reportRestMs(report)).toISOString();
    const query = { reportTypes: [REPORT_TYPES[report]], createdSince, pageSize: 100 };
    for await (const { reports } of pagesOf(query, (page) => perform('getReports', () => api.getReports(page)))) {
      const found = reports
        .filter(({ processingStatus }) => processingStatus !== 'FATAL' && processingStatus !== 'CANCELLED')
        .filter(({ processingStatus }) => processingStatus !== 'DONE' || !ALWAYS_FRESH.includes(report))
        .find(({ dataStartTime }) => window === undefined || Date.parse(dataStartTime ?? '') === window.from.getTime());
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const linkTo = (documentId: string) => () => perform('getReportDocument', () => api.getReportDocument({ reportDocumentId: documentId }));

  return {
    /** A small call that needs the role for FBA reports. Fails without retries, because a person waits. */
    async checkFbaReports(): Promise<void> {
      const query = { reportTypes: [REPORT_TYPES.fbaInventory], pageSize: 1 };
      await perform('getReports', () => api.getReports(query), { isPatient: false });
    },

    /** Requests a report, or finds a recent one. Safe to repeat. */
    async requestReport(request: ReportRequest): Promise<RequestedReport> {
      const recent = await findRecent(request);
      if (recent !== undefined) return { reportId: recent.reportId, requestedAt: new Date(recent.createdTime) };
      const { report, window } = request;
      const body = {
        reportType: REPORT_TYPES[report],
        marketplaceIds: [account.marketplaceId],
        ...(window && { dataStartTime: window.from.toISOString(), dataEndTime: window.to.toISOString() }),
      };
      const findDone = async () => {
        const answer = await findRecent(request);
        return answer && { answer };
      };
      const { reportId } = await perform('createReport', () => api.createReport({ body }), { findDone });
      return { reportId, requestedAt: undefined };
    },

    async reportProgress(reportId: string): Promise<ReportProgress> {
      const { processingStatus, reportDocumentId } = await perform('getReport', () => api.getReport({ reportId }));
      const statuses = { IN_QUEUE: 'IN_QUEUE', IN_PROGRESS: 'IN_PROGRESS', DONE: 'DONE', CANCELLED: 'EMPTY', FATAL: 'FAILED' } as const;
      return { status: statuses[processingStatus], documentId: reportDocumentId };
    },

    /** The beginning of the document of a failed report, which contains the reason. */
    async reportReason(documentId: string): Promise<string> {
      const { body } = await download(transport, linkTo(documentId));
      let reason = '';
      for await (const chunk of body) {
        reason += (chunk as Buffer).toString();
        if (reason.length >= MAX_REASON_LENGTH) break;
      }
      return redacted(reason.slice(0, MAX_REASON_LENGTH).replace(/\s+/g, ' ').trim());
    },

    /**
     * The rows of a finished report as a stream; the first row is the second line.
     * @param keep receives the original content, passes it on, and may store it
     */
    async *reportRows(documentId: string, keep?: (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
      const { body, contentType } = await download(transport, linkTo(documentId));
      yield* readTable(keep === undefined ? body : Readable.from(keep(body)), contentType);
    },
  };
}
