import type { Database } from '../../../platform/database/connection/connect.ts';
import { sumExpected } from './order-search.read-model.ts';

/** The units that are expected soon, of all orders. @param today a day in UTC */
export function sumExpectedUnits(db: Database, today: string): Promise<number> {
  return sumExpected(db, today);
}
