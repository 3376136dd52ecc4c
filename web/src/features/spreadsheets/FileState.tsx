import type { SpreadsheetState } from '@stowage/contract/spreadsheets/spreadsheets';
import { Badge } from '../../ui/Badge.tsx';

const STATES = {
  UPLOADING: { text: 'Not complete', tone: 'warn' },
  CHECKING: { text: 'Checking', tone: 'accent' },
  CHECKED: { text: 'Not applied', tone: 'warn' },
  APPLYING: { text: 'Applying', tone: 'accent' },
  APPLIED: { text: 'Applied', tone: 'good' },
  UNDOING: { text: 'Undoing', tone: 'accent' },
  UNDONE: { text: 'Undone', tone: 'neutral' },
} as const satisfies Record<SpreadsheetState, { text: string; tone: string }>;

/** The state of a file in words. */
export function FileState({ state }: { state: SpreadsheetState }) {
  const { text, tone } = STATES[state];
  return <Badge tone={tone}>{text}</Badge>;
}
