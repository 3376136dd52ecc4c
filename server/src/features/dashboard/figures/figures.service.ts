import { utcDay } from '@stowage/contract/formats/day';
import type { Context } from '../../../platform/context.ts';
import { startOfDay } from '../../../platform/formats/zone-day.ts';
import { valueStock } from '../../inventory/index.ts';
import { countOutOfSync, countProductsWithMap, readOutOfSync, settleOutOfSync } from '../../pricing/index.ts';
import { sumCents } from './figure-text.rules.ts';
import { findLedgerEnd, findSlowFigure, type SlowFigure, type SlowFigureName, saveDayFigures, saveSlowFigure } from './figures.repository.ts';
import { sumCostSince } from './stock-numbers.read-model.ts';
import { countToShip, sumExpectedUnits, sumOpenCases } from './trade-numbers.read-model.ts';

const MAX_ATTEMPTS = 5;
/** A batch has about a thousand listings. */
const REFRESH_BATCHES = 1_000;
const COUNTS = { OUT_OF_SYNC: countOutOfSync, MAP_ASINS: countProductsWithMap } as const;

export type FigureService = ReturnType<typeof createFigureService>;

/** Figures that are too slow to compute for each view. A task computes them every ten minutes. */
export function createFigureService({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  /** Retries when another process computes the figure at the same time. */
  const compute = async (name: SlowFigureName): Promise<SlowFigure> => {
    for (let left = MAX_ATTEMPTS; ; left--) {
      try {
        return await computeOnce(name);
      } catch (error) {
        if (left === 0 || !isSerializationFailure(error)) throw error;
      }
    }
  };
  /** Reads the stock and the end of the ledger in one snapshot, so that later movements can be added to the value. */
  const computeOnce = (name: SlowFigureName): Promise<SlowFigure> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const end = await findLedgerEnd(tx);
        const figure = name === 'STOCK_VALUE' ? await valueAt(tx, end.at) : { value: String(await COUNTS[name](tx)), known: 0, unknown: 0 };
        await saveSlowFigure(tx, name, { ...figure, ...end });
        return { ...figure, ...end };
      });
  const known = async (name: SlowFigureName) => (await findSlowFigure(db, name)) ?? compute(name);
  /** Returns the last computed value plus the movements since then. */
  const stockValue = async (): Promise<Omit<SlowFigure, 'movementId'>> => {
    const figure = await known('STOCK_VALUE');
    const since = await sumCostSince(db, figure.movementId);
    return {
      value: sumCents([figure.value, since.value]),
      known: figure.known + since.known,
      unknown: figure.unknown + since.unknown,
      at: figure.at,
    };
  };
  /** Brings the number of SKUs out of sync up to date. Until it is first complete, and while an earlier version runs, counts them all. */
  const refreshOutOfSync = async (): Promise<void> => {
    await settleOutOfSync(db, { batches: REFRESH_BATCHES });
    if ((await readOutOfSync(db)) === undefined) await compute('OUT_OF_SYNC');
  };

  return {
    stockValue,
    /** Returns how many SKUs have another quantity at the marketplace. */
    async outOfSync(): Promise<{ skus: number; at: Date }> {
      const followed = await readOutOfSync(db);
      if (followed !== undefined) return followed;
      const { value, at } = await known('OUT_OF_SYNC');
      return { skus: Number(value), at };
    },
    refreshOutOfSync,
    /** Returns the number of ASINs with a MAP. */
    mapAsins: async (): Promise<number> => Number((await known('MAP_ASINS')).value),
    /** Computes the slow figures and stores the day's values. */
    async refresh(): Promise<void> {
      const value = await compute('STOCK_VALUE');
      await refreshOutOfSync();
      await compute('MAP_ASINS');
      const now = clock.now();
      const today = utcDay(now);
      const { toShip } = await countToShip(db, { now, endOfDay: startOfDay(now, 'UTC', 1) });
      const { cases } = await sumOpenCases(db, 'OPEN');
      const { units } = await sumExpectedUnits(db, today);
      await saveDayFigures(db, today, {
        ...(value.known > 0 && { STOCK_VALUE: value.value }),
        ORDERS_TO_SHIP: String(toShip),
        OPEN_CASES: String(cases),
        PO_UNITS_EXPECTED: String(units),
      });
    },
  };
}

function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40001';
}

async function valueAt(tx: Parameters<typeof valueStock>[0], moment: Date): Promise<Pick<SlowFigure, 'value' | 'known' | 'unknown'>> {
  const { total } = await valueStock(tx, moment);
  return { value: total.value ?? '0.00', known: total.units - total.unknown_units, unknown: total.unknown_units };
}
