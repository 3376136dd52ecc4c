/** Why stock was corrected, as it is stored. `OTHER` needs a note. */
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

/** The marketplace says that it was shipped, and nobody did that here. */
export const SHIPPED_OUTSIDE = 'SHIPPED_OUTSIDE';

/** The names of these, and of the causes that counts give. */
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
  /** The code that it was scanned under became a product's. */
  IDENTIFIED: 'Identified',
  [SHIPPED_OUTSIDE]: 'Shipped outside Stowage',
};
