/** The feeds, reports and documents that the simulated marketplace stores. */

export interface FeedRecord {
  readonly feedId: string;
  readonly feedType: string;
  readonly marketplaceIds: string[];
  readonly inputFeedDocumentId: string;
  readonly createdAt: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly fault: string | undefined;
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'FATAL' | 'CANCELLED';
  resultFeedDocumentId: string | undefined;
}

export interface ReportRecord {
  readonly reportId: string;
  readonly reportType: string;
  readonly marketplaceIds: string[];
  /** The requested window; snapshots have none. */
  readonly requestedFrom: unknown;
  readonly from: number;
  readonly to: number;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly fault: string | undefined;
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'FATAL' | 'CANCELLED';
  reportDocumentId: string | undefined;
}

/** A row of a report: its columns' names and values. */
export type ReportRow = Readonly<Record<string, string | number>>;
