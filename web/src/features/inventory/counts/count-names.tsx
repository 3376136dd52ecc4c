import { percentOf } from '@stowage/contract/formats/percent';
import type { CountList, CountRow, CountState } from '@stowage/contract/inventory/counts';
import { Badge } from '../../../ui/Badge.tsx';
import { percentText } from '../../../ui/format/percent.ts';

export const STATE_NAMES: Readonly<Record<CountState, string>> = {
  OPEN: 'Open',
  COUNTING: 'Counting',
  SUBMITTED: 'Submitted',
  RECOUNT: 'Recount',
  REVIEW: 'Review',
  POSTED: 'Posted',
  CANCELED: 'Canceled',
};

const TONES = { OPEN: 'neutral', COUNTING: 'accent', SUBMITTED: 'warn', RECOUNT: 'accent', REVIEW: 'warn', POSTED: 'good', CANCELED: 'neutral' } as const;

export const LIST_NAMES: Readonly<Record<CountList, string>> = {
  uncounted: 'Not yet counted',
  counted: 'Counted',
  unexpected: 'Unexpected',
  unmatched: 'Unmatched',
  differences: 'Differences',
};

export function CountStateBadge({ state }: { state: CountState }) {
  return <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>;
}

/** The percentage of counted lines without a difference. */
export function accuracyText({ equal_lines, counted_lines }: { readonly equal_lines: number | null; readonly counted_lines: number }): string {
  if (equal_lines === null || counted_lines === 0) return '–';
  return percentText(percentOf(equal_lines, counted_lines));
}

export function placesText({ locations }: Pick<CountRow, 'locations'>): string {
  return locations.map(({ location }) => location).join(', ');
}

/** Whether the count's state allows counting. */
export function isCountable({ state }: Pick<CountRow, 'state'>): boolean {
  return state === 'OPEN' || state === 'COUNTING' || state === 'RECOUNT';
}
