import { AGE_BUCKETS, type LocationSummary, type StockValue } from '@stowage/contract/inventory/report';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { sumOfMoney } from './money.rules.ts';
import { listLocationsAt, sumAgesAt } from './stock-value.read-model.ts';

/** Each takes a moment as ISO text; now when absent. @throws AppError `in_the_future` */
export interface StockValueService {
  listAsOf(at: string | undefined): Promise<LocationSummary[]>;
  sumUp(at: string | undefined): Promise<StockValue>;
  exportAsOf(at: string | undefined): AsyncIterable<string>;
  exportAges(at: string | undefined): AsyncIterable<string>;
}

const BOUNDS = AGE_BUCKETS.slice(1).map(({ from }) => from);

export function createStockValueService({ db, clock }: { db: Database; clock: Clock }): StockValueService {
  const momentOf = (at: string | undefined) => {
    const now = clock.now();
    if (at === undefined) return now;
    const moment = new Date(at);
    if (moment > now) throw new AppError('invalid_input', 'Choose a day that has been', { reason: 'in_the_future' });
    return moment;
  };
  return {
    listAsOf: async (at) => listLocationsAt(db, momentOf(at)),
    sumUp: async (at) => valueStock(db, momentOf(at)),
    exportAsOf(at) {
      const moment = momentOf(at);
      return (async function* () {
        yield csvLine(['Location', 'Item Count']);
        for (const { location, item_count } of await listLocationsAt(db, moment)) yield csvLine([location, item_count]);
      })();
    },
    exportAges(at) {
      const moment = momentOf(at);
      return (async function* () {
        yield csvLine(['Age', 'Units', 'Value at cost', 'Units of unknown cost', 'Units of a later cost']);
        const { ages, total } = await valueStock(db, moment);
        for (const { name, units, value, unknown_units, later_units } of [...ages, { name: 'All', ...total }]) {
          yield csvLine([name, units, value, unknown_units, later_units]);
        }
      })();
    },
  };
}

/** What the stock of a moment is worth, as it was known then. The cost is the stock's. */
export async function valueStock(db: Database, moment: Date): Promise<StockValue> {
  const sums = await sumAgesAt(db, moment, BOUNDS);
  const ages = AGE_BUCKETS.map(({ name }, bucket) => {
    const { units = 0, value = '0.00', unknown_units = 0, later_units = 0 } = sums.find((sum) => sum.bucket === bucket) ?? {};
    return { name, units, value, unknown_units, later_units };
  });
  const total = {
    units: ages.reduce((sum, age) => sum + age.units, 0),
    value: sumOfMoney(ages.map(({ value }) => value)),
    unknown_units: ages.reduce((sum, age) => sum + age.unknown_units, 0),
    later_units: ages.reduce((sum, age) => sum + age.later_units, 0),
  };
  return { total, ages };
}
