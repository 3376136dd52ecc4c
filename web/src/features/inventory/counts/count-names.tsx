import { percentOf } from '@stowage/contract/formats/percent';
import type { CountList, CountRow, CountSession, CountState } from '@stowage/contract/inventory/counts';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { percentText } from '../../../ui/format/percent.ts';

export const COUNT_LOOKS: StateLooks<CountState> = {
  OPEN: { label: 'Open', tone: 'neutral' },
  COUNTING: { label: 'Counting', tone: 'accent' },
  SUBMITTED: { label: 'Submitted', tone: 'warn' },
  RECOUNT: { label: 'Recount', tone: 'accent' },
  REVIEW: { label: 'Review', tone: 'warn' },
  POSTED: { label: 'Posted', tone: 'good' },
  CANCELED: { label: 'Canceled', tone: 'neutral' },
};

export const LIST_NAMES: Readonly<Record<CountList, string>> = {
  uncounted: 'Not yet counted',
  counted: 'Counted',
  unexpected: 'Unexpected',
  unmatched: 'Unmatched',
  differences: 'Differences',
};

export function CountStateBadge({ state }: { state: CountState }) {
  return <StateBadge {...COUNT_LOOKS[state]} />;
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

/** The name of the other person who is counting right now. */
export function otherCounter({ holder }: Pick<CountSession, 'holder'>, userId: number): string | undefined {
  return holder !== null && holder.id !== userId ? holder.name : undefined;
}
