import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import type { OperationName } from '../../../integrations/marketplace/transport/operations.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';

/** The records that events name. */
export const READ_KINDS = ['ORDER', 'NEW_OFFERS', 'USED_OFFERS', 'LISTING'] as const;
const WAKE_KINDS = ['FEED', 'REPORT'] as const;
export type ReadKind = (typeof READ_KINDS)[number] | (typeof WAKE_KINDS)[number];

/** Reads records again, in the way of the import that reads all of them. Other areas offer one for each kind of record. */
export interface ChangeReader {
  readonly kind: (typeof READ_KINDS)[number];
  /** The number of records of one call. */
  readonly batch: number;
  /** The calls of a batch; the one with the lowest rate limit decides the pace. */
  readonly operations: readonly OperationName[];
  /** Safe to repeat. Records that the marketplace does not know are ignored. */
  readonly read: (marketplace: Marketplace, subjects: readonly string[]) => Promise<void>;
  /** Called when records with units of these SKUs were announced, and when they no longer are. */
  readonly announce?: (tx: Database, skus: readonly string[]) => Promise<void>;
}

/** Continues a job that waits for the marketplace. */
export interface ChangeWaker {
  readonly kind: (typeof WAKE_KINDS)[number];
  readonly wake: (tx: DatabaseTransaction, subject: string) => Promise<void>;
}
