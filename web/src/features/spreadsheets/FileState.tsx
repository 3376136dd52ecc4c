import type { SpreadsheetState } from '@stowage/contract/spreadsheets/spreadsheets';
import { StateBadge, type StateLooks } from '../../ui/Badge.tsx';

const STATES: StateLooks<SpreadsheetState> = {
  UPLOADING: { label: 'Not complete', tone: 'warn' },
  CHECKING: { label: 'Checking', tone: 'accent' },
  CHECKED: { label: 'Not applied', tone: 'warn' },
  APPLYING: { label: 'Applying', tone: 'accent' },
  APPLIED: { label: 'Applied', tone: 'good' },
  UNDOING: { label: 'Undoing', tone: 'accent' },
  UNDONE: { label: 'Undone', tone: 'neutral' },
};

/** The state of a file in words. */
export function FileState({ state }: { state: SpreadsheetState }) {
  return <StateBadge {...STATES[state]} />;
}
