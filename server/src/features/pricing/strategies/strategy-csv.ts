import { PRICE_STRATEGIES, WHEN_ALONE } from '@stowage/contract/pricing/price-strategies';
import { STRATEGY_COLUMNS } from '@stowage/contract/spreadsheets/strategy-columns';
import type { Value } from '@stowage/contract/spreadsheets/values';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../../platform/formats/csv.ts';
import { listStrategyIds, type StrategyFilter } from './strategy.read-model.ts';
import { readStrategies } from './strategy-rows.repository.ts';

const EXPORT_ROWS = 1_000;
const EXPORT_LIMIT = 200_000;

const TABLE = {
  head: csvLine(STRATEGY_COLUMNS.map(({ title }) => title)),
  line: (values: Readonly<Record<string, Value>>) => csvLine(STRATEGY_COLUMNS.map(({ name }) => cellOf(name, values[name] ?? null))),
};

/** The strategies with the columns of their spreadsheet, so that an exported file can be brought in again. */
export function strategiesCsv(db: Database, filter: StrategyFilter): AsyncIterable<string> {
  return csvOf(TABLE, pages(db, filter));
}

async function* pages(db: Database, filter: StrategyFilter) {
  const ids = await listStrategyIds(db, filter, EXPORT_LIMIT);
  for (let from = 0; from < ids.length; from += EXPORT_ROWS) {
    const page = ids.slice(from, from + EXPORT_ROWS).map(String);
    const known = await readStrategies(db, page);
    yield page.map((id) => known.get(id)).filter((values) => values !== undefined);
  }
}

function cellOf(column: string, value: Value): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (column === 'strategy') return PRICE_STRATEGIES[value as keyof typeof PRICE_STRATEGIES];
  if (column === 'when_alone') return WHEN_ALONE[value as keyof typeof WHEN_ALONE];
  return String(value);
}
