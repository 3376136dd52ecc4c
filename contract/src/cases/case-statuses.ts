/** In the order of the list: cases that wait for a person come first. */
export const CASE_STATUSES = [
  'Need additional photos',
  'Pending Case Creation',
  'Working',
  'Resolved-Inventory or Refund Processed',
  'Concluded - No Credit',
] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const CASE_VIEWS = ['all', 'open', 'risk', 'due', 'proposed', 'paid'] as const;
export type CaseView = (typeof CASE_VIEWS)[number];
