export const SUGGESTION_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'IGNORED'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];
