import type { DB } from '../database/schema.generated.ts';

/** A column with sealed texts, for the rotation of the keys. */
export interface SealedColumn {
  readonly table: keyof DB;
  /** Its primary key. */
  readonly id: string;
  readonly column: string;
  /** The purposes under which the text of a row may be sealed. The first one seals. */
  readonly contextsOf: (id: string) => readonly [string, ...string[]];
}
