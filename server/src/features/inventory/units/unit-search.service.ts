import type { Database } from '../../../platform/database/connect.ts';
import { countUnitsAwaitingPutaway } from './unit-search.read-model.ts';

/** The number of units in receiving locations without a change since a moment. */
export function countAwaitingPutaway(db: Database, since: Date): Promise<number> {
  return countUnitsAwaitingPutaway(db, since);
}
