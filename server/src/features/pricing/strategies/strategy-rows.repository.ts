import { type PriceStrategyName, WEEKDAYS, type WhenAlone } from '@stowage/contract/pricing/price-strategies';
import type { Value, Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { clockText, daysOf } from './rules/schedule.rules.ts';
import { NEXT_VERSION } from './strategy.repository.ts';
import { minuteOf, type StrategyJson } from './strategy-columns.ts';
import { strategyJson } from './strategy-row.condition.ts';

/** Strategies of files, many at once. The id of a record is its listing's. */

/** The listing of each seller SKU in any letter case, that in the same letters first, and whether it has a strategy. */
export async function findListings(db: Database, skus: readonly string[]): Promise<ReadonlyMap<string, { id: string; hasStrategy: boolean }>> {
  const { rows } = await sql<{ sku: string; id: string; hasStrategy: boolean }>`
    select distinct on (w.sku) w.sku, l.id::text as id, s.listing_id is not null as "hasStrategy"
    from unnest(${skus}::text[]) as w (sku) join listings l on upper(l.seller_sku) = upper(w.sku) left join price_strategies s on s.listing_id = l.id
    order by w.sku, l.seller_sku <> w.sku, l.id`.execute(db);
  return new Map(rows.map(({ sku, ...rest }) => [sku, rest]));
}

/** The cells of strategies by listing. */
export async function readStrategies(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<{ id: string; sku: string; row: StrategyJson }>`
    select l.id::text as id, l.seller_sku as sku, ${strategyJson('s')} as row
    from price_strategies s join listings l on l.id = s.listing_id where l.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, sku, row }) => [id, { seller_sku: sku, ...toCells(row) }]));
}

function toCells(row: Omit<StrategyJson, 'version'>): Values {
  const { schedule_days: days, schedule_from: from, schedule_until: until } = row;
  const amount = (value: number | null) => (value === null ? null : value.toFixed(2));
  return {
    strategy: row.strategy,
    minimum: amount(row.minimum),
    maximum: amount(row.maximum),
    undercut_amount: amount(row.undercut_amount),
    undercut_percent: row.undercut_percent === null ? null : String(row.undercut_percent),
    when_alone: row.when_alone,
    competitor_seller_id: row.competitor_seller_id,
    never_below_map: row.never_below_map,
    days: days === null ? null : days.length === 0 ? 'Every day' : days.map((day) => WEEKDAYS[day - 1]).join(' '),
    from: from === null ? null : clockText(from),
    until: until === null ? null : clockText(until),
    zone: row.schedule_zone,
    on: row.is_on,
  };
}

/** The cells of a file as a strategy would have them, with its other cells. */
export function storedCells(cells: Values, present: Values): Values {
  const stored = toCells(toColumns({ ...present, ...cells }));
  return Object.fromEntries(Object.keys(cells).map((column) => [column, column in stored ? stored[column] : cells[column]])) as Values;
}

/** `8:00` and `08:00`. */
export const clockOf = (text: string): string | undefined => {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text.trim()) ?? [];
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined;
};

/** Writes whole strategies. */
export async function writeStrategies(tx: Database, strategies: readonly { readonly id: string; readonly cells: Values }[]): Promise<void> {
  const rows = strategies.map(({ id, cells }) => ({ listing_id: id, ...toColumns(cells) }));
  await sql`
    insert into price_strategies as s (listing_id, is_on, strategy, undercut_amount, undercut_percent, when_alone, competitor_seller_id, never_below_map, minimum, maximum,
      schedule_days, schedule_from, schedule_until, schedule_zone, version)
    select r.*, ${NEXT_VERSION} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (listing_id bigint, is_on boolean, strategy text, undercut_amount numeric, undercut_percent numeric,
      when_alone text, competitor_seller_id text, never_below_map boolean, minimum numeric, maximum numeric, schedule_days smallint[], schedule_from smallint,
      schedule_until smallint, schedule_zone text)
    order by r.listing_id
    on conflict (listing_id) do update set is_on = excluded.is_on, strategy = excluded.strategy, undercut_amount = excluded.undercut_amount,
      undercut_percent = excluded.undercut_percent, when_alone = excluded.when_alone, competitor_seller_id = excluded.competitor_seller_id,
      never_below_map = excluded.never_below_map, minimum = excluded.minimum, maximum = excluded.maximum, schedule_days = excluded.schedule_days,
      schedule_from = excluded.schedule_from, schedule_until = excluded.schedule_until, schedule_zone = excluded.schedule_zone, version = excluded.version`.execute(
    tx,
  );
}

function toColumns(cells: Values): Omit<StrategyJson, 'version'> {
  const isUndercut = cells.strategy === 'UNDERCUT';
  const from = clockOf(textOf(cells.from));
  const until = clockOf(textOf(cells.until));
  const isScheduled = from !== undefined && until !== undefined;
  return {
    is_on: cells.on === true,
    strategy: (cells.strategy ?? 'LOWEST_PRICE') as PriceStrategyName,
    undercut_amount: isUndercut ? numberOf(cells.undercut_amount) : null,
    undercut_percent: isUndercut ? numberOf(cells.undercut_percent) : null,
    when_alone: (cells.when_alone ?? 'KEEP') as WhenAlone,
    competitor_seller_id: cells.competitor_seller_id == null ? null : String(cells.competitor_seller_id),
    never_below_map: cells.never_below_map === true,
    minimum: numberOf(cells.minimum),
    maximum: numberOf(cells.maximum),
    schedule_days: isScheduled ? (daysOf(textOf(cells.days) || 'all') ?? []) : null,
    schedule_from: isScheduled ? minuteOf(from) : null,
    schedule_until: isScheduled ? minuteOf(until) : null,
    schedule_zone: isScheduled ? textOf(cells.zone) || 'UTC' : null,
  };
}

export const textOf = (value: Value | undefined) => (value == null ? '' : String(value));
export const numberOf = (value: Value | undefined) => (value == null || value === '' ? null : Number(value));
