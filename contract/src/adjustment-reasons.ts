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
};
