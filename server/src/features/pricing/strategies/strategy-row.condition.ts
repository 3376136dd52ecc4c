import { type RawBuilder, sql } from 'kysely';
import type { StrategyJson } from './strategy-columns.ts';

/** A row of `price_strategies` as JSON. */
export const strategyJson = (alias: string): RawBuilder<StrategyJson | null> =>
  sql`case when ${sql.ref(`${alias}.listing_id`)} is not null then to_jsonb(${sql.ref(alias)}) end`;
