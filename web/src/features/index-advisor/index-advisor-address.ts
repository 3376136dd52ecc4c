import { SUGGESTION_STATUSES, type SuggestionStatus } from '@stowage/contract/index-advisor/suggestion-statuses';
import { isPositive } from '../../shared/address-parts.ts';

const SUGGESTION_DIALOGS = ['details', 'create', 'ignore'] as const;

/** The address of the index advisor: the tab, and the suggestion of the open dialog. */
export interface IndexAdvisorAddress {
  /** All when absent. */
  readonly status?: SuggestionStatus | undefined;
  readonly suggestion?: number | undefined;
  readonly dialog?: (typeof SUGGESTION_DIALOGS)[number] | undefined;
}

export function readIndexAdvisorAddress({ status, suggestion, dialog }: Record<string, unknown>): IndexAdvisorAddress {
  const known = SUGGESTION_STATUSES.find((name) => name === status);
  const shown = SUGGESTION_DIALOGS.find((name) => name === dialog);
  return { ...(known !== undefined && { status: known }), ...(isPositive(suggestion) && { suggestion, dialog: shown ?? 'details' }) };
}
