/** The stored codes of adjustment reasons. `OTHER` needs a note. */
export const ADJUSTMENT_REASONS = [
  'FOUND',
  'MISSING',
  'DAMAGED',
  'DATA_ENTRY_ERROR',
  'RECOUNTED',
  'RETURNED',
  'SCRAPPED',
  'STOLEN',
  'SOLD_OFFLINE',
  'OTHER',
] as const;

/** The marketplace reports the unit as shipped, although nobody shipped it in Stowage. */
export const SHIPPED_OUTSIDE = 'SHIPPED_OUTSIDE';

/** The names of adjustment reasons and of the root causes of counts. */
export const REASON_NAMES: Readonly<Record<string, string>> = {
  FOUND: 'Found',
  MISSING: 'Missing',
  DAMAGED: 'Damaged',
  DATA_ENTRY_ERROR: 'Data entry error',
  RECOUNTED: 'Recounted',
  RETURNED: 'Returned',
  SCRAPPED: 'Scrapped',
  STOLEN: 'Stolen',
  SOLD_OFFLINE: 'Sold offline',
  OTHER: 'Other',
  MISSING_TRANSACTION: 'Missing transaction',
  MISCOUNTED: 'Miscounted',
  LOST: 'Lost',
  MISPLACED: 'Misplaced',
  /** A listing took over the unit's unknown code. */
  IDENTIFIED: 'Identified',
  [SHIPPED_OUTSIDE]: 'Shipped outside Stowage',
};
