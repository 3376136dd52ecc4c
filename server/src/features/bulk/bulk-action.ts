import type { BulkKind } from '@stowage/contract/bulk/bulk';
import type { Endpoint } from '@stowage/contract/endpoint';
import type { Permission } from '@stowage/contract/permissions';
import type { Database, DatabaseTransaction } from '../../platform/database/connection/connect.ts';

/** The person who started an action, and when its step runs. */
export interface BulkAuthor {
  readonly userId: number;
  readonly now: Date;
}

/** What a row's action answers: nothing to do, or what undoing it needs. A refusal is a thrown `AppError`. */
export type RowResult = 'UNCHANGED' | { readonly undo?: object };

/**
 * An action for many records, made of the action for one record: an area offers it, and the engine selects, stores, repeats,
 * stops and undoes. Records are named by text, as in `bulk_action_rows`.
 */
export interface BulkAction<Input = unknown, Matching = unknown, Undo = unknown> {
  /** The contract's call: `bulkCommand()`. */
  readonly endpoint: Endpoint & { readonly kind: BulkKind };
  readonly permission: Permission;
  /** What undoing another person's action needs; by default what the action needs. */
  readonly undoOthers?: Permission;
  /** The reasons of refusals that say that the record already is as wanted. */
  readonly alreadySo?: readonly string[];
  /** The records that match a list's filters, at most `limit`, in a stable order. */
  listMatching(db: Database, matching: Matching, limit: number): Promise<readonly (string | number)[]>;
  /** Locks the records of one step in the order of the area's locks, and everything that their changes lock. */
  lock?(tx: DatabaseTransaction, records: readonly string[], input: Input): Promise<void>;
  /** What must not change between the request and the row's turn. Called under the lock too. */
  listVersions?(db: Database, records: readonly string[], input: Input): Promise<ReadonlyMap<string, string>>;
  /** The action for one record, as a person does it alone. */
  run(tx: DatabaseTransaction, record: string, input: Input, author: BulkAuthor): Promise<RowResult>;
  lockUndo?(tx: DatabaseTransaction, undos: readonly Undo[]): Promise<void>;
  /** The undo of the action for one record; absent where there is none. */
  undo?(tx: DatabaseTransaction, undo: Undo, author: BulkAuthor, record: string): Promise<void>;
  /** Publishes what changed, after the commit of a step. */
  announce(records: readonly string[], isUndo: boolean): void;
}
