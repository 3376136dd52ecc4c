import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { momentAt, zoneOffset } from '../format/date-time.ts';

interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** A value this many times higher than all days but the highest few flattens the rest. */
const SPIKE = 4;
/** The share of the highest values that may be spikes: one day of a month. */
const SPIKE_SHARE = 0.04;
const HEADROOM = 1.15;

/**
 * The top of a value axis that keeps ordinary days readable beside a spike. @returns undefined when nothing would be
 * flattened
 */
export function axisTop(lines: readonly Line[]): number | undefined {
  const peaks = peaksByIndex(lines);
  const highest = Math.max(0, ...peaks);
  const spikes = Math.max(1, Math.floor(peaks.length * SPIKE_SHARE));
  const ordinary = peaks.toSorted((a, b) => b - a)[spikes] ?? 0;
  return ordinary > 0 && highest > ordinary * SPIKE ? Math.ceil(ordinary * HEADROOM) : undefined;
}

/** The values above the top of the axis, highest first. */
export function valuesAbove(top: number, lines: readonly Line[]): { name: string; index: number; value: number }[] {
  const above = lines.flatMap(({ name, values }) => values.flatMap((value, index) => (value !== null && value > top ? [{ name, index, value }] : [])));
  return above.sort((a, b) => b.value - a.value);
}

/** The only label with known values; undefined when there are several. A line through one point can't be seen. */
export function onlyLabel(lines: readonly Line[]): number | undefined {
  const known = new Set(lines.flatMap(({ values }) => values.flatMap((value, index) => (value === null ? [] : [index]))));
  return known.size === 1 ? [...known][0] : undefined;
}

const STEPS_MS = [1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS).concat([1, 3, 6, 12, 24, 48, 72, 168, 336, 720].map((hours) => hours * HOUR_MS));
const MOST_TICKS = 7;

/**
 * Moments that name a time axis: whole days, hours or minutes of the viewer's time zone, also where its clocks change.
 * @param from and `until` are milliseconds since 1970
 */
export function timeTicks(from: number, until: number): { readonly ticks: number[]; readonly isOfDays: boolean } {
  const step = STEPS_MS.find((ms) => (until - from) / ms <= MOST_TICKS) ?? 2 * (STEPS_MS.at(-1) ?? DAY_MS);
  const ticks: number[] = [];
  if (Number.isNaN(until - from)) return { ticks, isOfDays: false };
  for (let wall = Math.ceil((from + zoneOffset(from)) / step) * step; ; wall += step) {
    const at = momentAt(wall);
    if (at > until) return { ticks, isOfDays: step >= DAY_MS };
    ticks.push(at);
  }
}

function peaksByIndex(lines: readonly Line[]): number[] {
  const count = Math.max(0, ...lines.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, index) => Math.max(0, ...lines.map(({ values }) => values[index] ?? 0)));
}
