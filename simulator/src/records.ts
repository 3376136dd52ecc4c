/** The feeds, reports, messages and subscriptions that the simulated marketplace stores. */

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

/** A message in a queue of the Simple Queue Service. */
export interface QueuedMessage {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  /** Until then nobody receives it: it was received a moment ago, or is delayed. */
  visibleAt: number;
  receives: number;
  /** The handle of the last receipt, which deletes it. */
  receipt: string | undefined;
}

/** A queue that messages may be sent to. */
export interface Destination {
  readonly destinationId: string;
  readonly name: string;
  readonly arn: string;
}

export interface Subscription {
  readonly subscriptionId: string;
  readonly payloadVersion: string;
  readonly destinationId: string;
}
