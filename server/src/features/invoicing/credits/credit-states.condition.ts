import type { CreditState } from '@stowage/contract/invoicing/vendor-credits';
import { sql } from 'kysely';

/** States for `state in …`, as part of the text: a parameter would hide from PostgreSQL that a partial index holds the rows. */
const states = (names: readonly CreditState[]) => sql`(${sql.join(names.map((name) => sql.lit(name)))})`;

/** The vendor has not answered, so the amount follows the claim. */
export const UNANSWERED = states(['EXPECTED', 'REQUESTED']);

/** A claim may change the credit. A withdrawn one becomes expected again. */
export const FOLLOWS_CLAIM = states(['EXPECTED', 'REQUESTED', 'VOID']);

/** The vendor owes the credit, and it is not yet applied to an invoice. */
export const OPEN = states(['EXPECTED', 'REQUESTED', 'RECEIVED']);
