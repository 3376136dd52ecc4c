import type { AreaFileKindName } from '@stowage/contract/spreadsheets/area-files';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { Author } from './spreadsheet-kind.ts';

/** A change that an area's file made: of a new record when `before` is null. */
export interface FileChange {
  /** The kind and the id of the record: `line 12`. */
  readonly id: string;
  readonly before: object | null;
  readonly after: object;
}

/** A kind of file that an area applies itself. The engine records its changes, lists it and undoes it. */
export interface AreaFileKind {
  readonly name: AreaFileKindName;
  /**
   * Undoes the changes of a file in the caller's transaction.
   * @throws AppError `conflict` with `later_change` that names the later work that prevents it
   */
  undo(
    tx: DatabaseTransaction,
    file: { readonly id: number; readonly fileName: string; readonly changes: readonly FileChange[] },
    author: Author,
  ): Promise<void>;
  /** Publishes the change after the commit. */
  announce?(): void;
}

/** The refusal of an undo, which names the later work. */
export function laterChange(message: string): AppError {
  return new AppError('conflict', message, { reason: 'later_change' });
}
