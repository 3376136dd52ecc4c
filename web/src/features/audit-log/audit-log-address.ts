import { addressReader, day, oneOf, positive, text, word } from '../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../shared/list/views/view-address.ts';

/** Reads the search parameters of the audit log: the filters and the cursor of the page. */
export const readAuditLogAddress = addressReader({
  /** 0 is the system. */
  actor: (value) => (value === 0 ? value : positive(value)),
  /** Only actions of people, without downloads. */
  by: oneOf('PEOPLE'),
  kind: word,
  record: text,
  action: word,
  /** ISO dates, both inclusive. */
  from: day,
  to: day,
  after: word,
  /** The entry of the page that is open. */
  entry: word,
  ...VIEW_PARTS,
});
export type AuditLogAddress = ReturnType<typeof readAuditLogAddress>;
