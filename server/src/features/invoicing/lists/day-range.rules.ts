import { addDays } from '@stowage/contract/formats/day';

interface Days {
  readonly from: string;
  readonly to: string;
}

interface DayRange {
  /** Whole months, by their first days; undefined for none. An undefined end is open. */
  readonly months: { readonly from: string | undefined; readonly to: string | undefined } | undefined;
  /** The remaining days at either end, first and last day included. */
  readonly days: readonly Days[];
}

/** Splits a range of days, both inclusive, into whole months and the rest, because sums are stored by month. */
export function splitByMonth(from: string | undefined, to: string | undefined): DayRange {
  if (from !== undefined && to !== undefined && from > to) return { months: undefined, days: [] };
  const begin = from === undefined || from.endsWith('-01') ? from : firstOfNext(from);
  const end = to === undefined ? undefined : firstOfNext(to) === dayAfter(to) ? firstOf(to) : firstBefore(to);
  const isWithinOne = begin !== undefined && end !== undefined && begin > end;
  if (isWithinOne) {
    // Without a whole month: at most two parts of neighboring months, which are one range of days.
    return { months: undefined, days: from === undefined || to === undefined ? [] : [{ from, to }] };
  }
  return {
    months: { from: begin, to: end },
    days: [
      ...(from !== undefined && begin !== undefined && from < begin ? [{ from, to: dayBefore(begin) }] : []),
      ...(to !== undefined && end !== undefined && firstOfNext(end) <= to ? [{ from: firstOfNext(end), to }] : []),
    ],
  };
}

function dayAfter(day: string): string {
  return addDays(day, 1);
}

function dayBefore(day: string): string {
  return addDays(day, -1);
}

function firstOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function firstBefore(day: string): string {
  return firstOf(dayBefore(firstOf(day)));
}

function firstOfNext(day: string): string {
  return firstOf(addDays(firstOf(day), 31));
}
