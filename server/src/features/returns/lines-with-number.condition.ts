import { type RawBuilder, sql } from 'kysely';

/**
 * The lines whose box has one of the tracking numbers, as a query. Plan: the inverted index, even where an order and a limit follow:
 * the planner expects a two-hundredth of all lines for each number, and would read the lines in the order until it finds them.
 */
export function linesWithNumber(numbers: readonly string[]): RawBuilder<unknown> {
  return sql`select * from removal_shipments where tracking_numbers && ${numbers}::text[] offset 0`;
}
