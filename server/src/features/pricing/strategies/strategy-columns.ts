import type { PriceStrategyFields, PriceStrategyName, WhenAlone } from '@stowage/contract/pricing/price-strategies';
import { clockText } from './rules/schedule.rules.ts';
import type { PriceStrategy } from './rules/strategy.rules.ts';

/** A row of `price_strategies`, as `strategyJson` reads it. Money in dollars. */
export interface StrategyJson {
  readonly is_on: boolean;
  readonly strategy: PriceStrategyName;
  readonly undercut_amount: number | null;
  readonly undercut_percent: number | null;
  readonly when_alone: WhenAlone;
  readonly competitor_seller_id: string | null;
  readonly never_below_map: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly schedule_days: readonly number[] | null;
  readonly schedule_from: number | null;
  readonly schedule_until: number | null;
  readonly schedule_zone: string | null;
  readonly version: number;
}

/** The strategy of a row for the rules, in integer cents. */
export function toStrategy(row: StrategyJson): PriceStrategy {
  const { schedule_days: days, schedule_from: from, schedule_until: until, schedule_zone: zone } = row;
  return {
    name: row.strategy,
    undercutCents: cents(row.undercut_amount),
    undercutPercent: row.undercut_percent ?? undefined,
    whenAlone: row.when_alone,
    rivalSellerId: row.competitor_seller_id ?? undefined,
    minimumCents: cents(row.minimum),
    maximumCents: cents(row.maximum),
    isNeverBelowMap: row.never_below_map,
    schedule: days === null || from === null || until === null || zone === null ? undefined : { days, fromMinute: from, untilMinute: until, zone },
  };
}

/** The strategy of a row for people. */
export function toFields(row: StrategyJson): PriceStrategyFields {
  const { undercut_amount, undercut_percent, when_alone, competitor_seller_id, never_below_map, minimum, maximum, is_on } = row;
  const { schedule_days: days, schedule_from: from, schedule_until: until, schedule_zone: zone } = row;
  const isScheduled = days !== null && from !== null && until !== null && zone !== null;
  return {
    ...{ strategy: row.strategy, undercut_amount, undercut_percent, when_alone, competitor_seller_id, never_below_map, minimum, maximum, is_on },
    schedule: isScheduled ? { days: [...days], from: clockText(from), until: clockText(until), zone } : null,
  };
}

/** The strategy of a form for the rules. */
export const strategyOf = (fields: Omit<PriceStrategyFields, 'is_on'>): PriceStrategy => toStrategy({ ...toRow({ ...fields, is_on: false }), version: 0 });

/** The stored columns of a strategy. */
export function toRow({ schedule, ...rest }: PriceStrategyFields): Omit<StrategyJson, 'version'> {
  const isUndercut = rest.strategy === 'UNDERCUT';
  return {
    ...rest,
    undercut_amount: isUndercut ? rest.undercut_amount : null,
    undercut_percent: isUndercut ? rest.undercut_percent : null,
    schedule_days: schedule === null ? null : [...new Set(schedule.days)].toSorted(),
    schedule_from: schedule === null ? null : minuteOf(schedule.from),
    schedule_until: schedule === null ? null : minuteOf(schedule.until),
    schedule_zone: schedule === null ? null : schedule.zone,
  };
}

/** `08:30` is 510. */
export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const cents = (dollars: number | null) => (dollars === null ? undefined : Math.round(dollars * 100));
