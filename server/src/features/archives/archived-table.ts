import type { Database } from '../../platform/database/connection/connect.ts';

/** A range of ids, from `from` up to and not including `to`. */
export interface IdRange {
  /** null: from the first id. */
  readonly from: number | null;
  readonly to: number;
}

/** What an area offers so that partitions of a table of its own can be archived. */
export interface ArchivedTable {
  readonly name: string;
  /** The column with the time of a row. */
  readonly timeColumn: string;
  /** Why a range can't be archived yet. undefined: its rows are proven, and no open transaction can add one. */
  readonly refuse: (owner: Database, range: IdRange & { readonly name: string }) => Promise<string | undefined>;
  /** Stores what the database must know of the rows when they are gone. Repeating it changes nothing. */
  readonly prepare?: (owner: Database, range: IdRange & { readonly name: string }) => Promise<void>;
  /** A digest of what stays in the database and proves the rows of a range. */
  readonly proofOf: (db: Database, range: IdRange & { readonly name: string }) => Promise<Buffer>;
}
