import { AGE_BUCKETS, type StockValue } from '@stowage/contract/inventory/report';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { sumOfMoney } from './money.rules.ts';
import { locationCsv } from './report-csv.ts';
import { listLocationsAt, sumAgesAt } from './stock-value.read-model.ts';

const BOUNDS = AGE_BUCKETS.slice(1).map(({ from }) => from);

const WITHOUT_COSTS = csvTable({ Age: 'name', Units: 'units' });
const WITH_COSTS = csvTable({
  ...{ Age: 'name', Units: 'units', 'Value at cost': 'value', 'Units of unknown cost': 'unknown_units', 'Units of a later cost': 'later_units' },
});

export type StockValueService = ReturnType<typeof createStockValueService>;

/** Each function takes a moment as ISO text, now if absent. @throws AppError `in_the_future` */
export function createStockValueService({ db, clock }: { db: Database; clock: Clock }) {
  const momentOf = (at: string | undefined) => {
    const now = clock.now();
    if (at === undefined) return now;
    const moment = new Date(at);
    if (moment > now) throw new AppError('invalid_input', 'Choose a day in the past', { reason: 'in_the_future' });
    return moment;
  };
  return {
    listAsOf: async (at: string | undefined) => listLocationsAt(db, momentOf(at)),
    sumUp: async (at: string | undefined) => valueStock(db, momentOf(at)),
    exportAsOf: async (at: string | undefined) => locationCsv(await listLocationsAt(db, momentOf(at))),
    /** @param seesCosts otherwise without the columns about them */
    async exportAges(at: string | undefined, seesCosts: boolean) {
      const { ages, total } = await valueStock(db, momentOf(at));
      return csvOf(seesCosts ? WITH_COSTS : WITHOUT_COSTS, [[...ages, { name: 'All', ...total }]]);
    },
  };
}

/** The value of the stock at a moment, by age. */
export async function valueStock(db: Database, moment: Date): Promise<StockValue> {
  const sums = await sumAgesAt(db, moment, BOUNDS);
  const ages = AGE_BUCKETS.map(({ name }, bucket) => {
    const { units = 0, value = '0.00', unknown_units = 0, later_units = 0 } = sums.find((sum) => sum.bucket === bucket) ?? {};
    return { name, units, value, unknown_units, later_units };
  });
  const sum = (column: 'units' | 'unknown_units' | 'later_units') => ages.reduce((total, age) => total + age[column], 0);
  const value = sumOfMoney(ages.map((age) => age.value));
  return { total: { units: sum('units'), value, unknown_units: sum('unknown_units'), later_units: sum('later_units') }, ages };
}
