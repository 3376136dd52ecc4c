import type { MapCompetitor, MapCoverage, MapReportRow } from '@stowage/contract/pricing/map-compliance';
import { chartColor } from '../../../ui/chart/chart-color.ts';
import type { Series } from '../../../ui/chart/LineChart.tsx';

export const DEFAULT_DAYS = 30;

export const QUICK_RANGES = [
  { label: 'Last 7 Days', days: 7 },
  { label: 'Last 30 Days', days: 30 },
  { label: 'Last 90 Days', days: 90 },
  { label: 'Last Year', days: 365 },
] as const;

export interface CompetitorGroup {
  readonly name: string;
  readonly ids: readonly number[];
}

/** Accounts grouped and sorted by name. */
export function groupByName(accounts: readonly MapCompetitor[]): CompetitorGroup[] {
  const idsByName = new Map<string, number[]>();
  for (const { id, name } of accounts) idsByName.set(name, [...(idsByName.get(name) ?? []), id]);
  return [...idsByName].map(([name, ids]) => ({ name, ids })).sort((a, b) => a.name.localeCompare(b.name));
}

/** Reads the selected accounts of an address: `all`, `none`, `not-1-2` or `1-2`. Accounts that no longer exist are left out. */
export function readChosen(text: string, known: readonly number[]): ReadonlySet<number> {
  if (text === 'all') return new Set(known);
  const isExcept = text.startsWith('not-');
  const named = new Set(text.replace('not-', '').split('-').map(Number));
  return new Set(known.filter((id) => named.has(id) !== isExcept));
}

/** Writes the selection in its shortest form, because an address can't hold thousands of IDs. A hyphen separates IDs: `1.2` would be read as a number. */
export function writeChosen(chosen: ReadonlySet<number>, known: readonly number[]): string {
  if (chosen.size === 0) return 'none';
  const others = known.filter((id) => !chosen.has(id));
  if (others.length === 0) return 'all';
  return others.length < chosen.size ? `not-${others.join('-')}` : [...chosen].join('-');
}

/** One line per name. A sampled day without a row is 0; a day without samples is unknown. */
export function toSeries(rows: readonly MapReportRow[], days: readonly string[], coverage: MapCoverage | undefined): Series[] {
  const sampled = new Set([...(coverage?.days ?? []).map(({ date }) => date), ...rows.map(({ date }) => date)]);
  const countsByName = new Map<string, Map<string, number>>();
  for (const { date, competitorName, violationCount } of rows) {
    const counts = countsByName.get(competitorName) ?? new Map<string, number>();
    countsByName.set(competitorName, counts.set(date, violationCount));
  }
  const names = [...countsByName].sort(([a], [b]) => a.localeCompare(b));
  return names.map(([name, counts], index) => {
    const values = days.map((day) => counts.get(day) ?? (sampled.has(day) ? 0 : null));
    return { name, color: chartColor(index), values };
  });
}
