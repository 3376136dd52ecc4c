import type { SuggestionStatus } from '@stowage/contract/suggestion-statuses';

export const SUGGESTION_DIALOGS = ['details', 'create', 'ignore'] as const;

/** What the index advisor's address holds: its tab, and the suggestion that a dialog is about. */
export interface IndexAdvisorAddress {
  /** Without one, all. */
  readonly status?: SuggestionStatus | undefined;
  readonly suggestion?: number | undefined;
  readonly dialog?: (typeof SUGGESTION_DIALOGS)[number] | undefined;
}
