import type { SpreadsheetKindName } from '@stowage/contract/spreadsheets/kinds';
import type { RowProblem, Values } from '@stowage/contract/spreadsheets/values';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';

/** A row whose cells could be read. */
export interface SpreadsheetRecord {
  readonly row: number;
  readonly values: Values;
}

/** A row against the database: problems, the record that it names with its present values, or null for a new record. */
export type RowCheck = { readonly problems: readonly RowProblem[] } | CheckedRecord;

interface CheckedRecord {
  readonly found: FoundRecord | null;
  /** The row's values as its record would have them, if they differ from its cells. */
  readonly stored?: Values;
  /** The row's values with each code in one spelling, by which a kind that adds recognizes its rows in later files. */
  readonly inOneSpelling?: Values;
  /** What its application locks. */
  readonly target?: object;
  /** The key of a new record: what no other row of the file may name, where several spellings name one record. */
  readonly key?: string;
}

interface FoundRecord {
  readonly id: string;
  readonly values: Values;
}

/** The person who applies or undoes a file, and when. */
export interface Author {
  readonly userId: number;
  readonly now: Date;
}

/** A row that will be written. */
export interface RowToApply extends SpreadsheetRecord {
  /** null for a new record. */
  readonly id: string | null;
  readonly before: Values | null;
  readonly target: object | null;
}

/** A row that was written, with what its undo needs. */
export interface AppliedRow {
  readonly row: number;
  readonly id: string;
  readonly before: Values | null;
  readonly after: object;
}

/** A kind of records that a spreadsheet brings in. An area offers it; the engine reads, checks, applies, repeats and undoes. */
export interface SpreadsheetKind {
  readonly name: SpreadsheetKindName;
  /** Rows have no key of their own: a row that an earlier file brought in is recognized by its values. */
  readonly isAdding?: boolean;
  /** The columns that name what a field of the target is. Rows of an adding kind that name the same by other codes are the same. */
  readonly resolved?: { readonly columns: readonly string[]; readonly target: string };
  /** Problems of a row by itself. */
  rule?(values: Values, today: string): readonly RowProblem[];
  /** The keys that no two rows of a file share, each after its column. */
  keysOf(values: Values): Readonly<Record<string, string>>;
  check(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<readonly RowCheck[]>;
  /** Takes the locks of a whole file, in the order of the area's locks. */
  lock?(tx: DatabaseTransaction, targets: () => Promise<readonly object[]>): Promise<void>;
  apply(tx: DatabaseTransaction, rows: readonly RowToApply[], author: Author): Promise<readonly AppliedRow[]>;
  /** Takes the locks of a whole undo. */
  lockUndo?(tx: DatabaseTransaction, applied: () => Promise<readonly Pick<AppliedRow, 'id' | 'after'>[]>): Promise<void>;
  /** @throws AppError `conflict` that names the later work that prevents it */
  undo(tx: DatabaseTransaction, rows: readonly AppliedRow[], author: Author): Promise<void>;
  /** Publishes the change after the commit. */
  announce?(): void;
}
