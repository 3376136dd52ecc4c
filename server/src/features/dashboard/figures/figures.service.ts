import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import { startOfDay } from '../../../platform/zone-day.ts';
import { countOutOfSync, valueStock } from '../../inventory/index.ts';
import { countMapAsins } from '../../pricing/index.ts';
import { sumCents } from './figure-text.rules.ts';
import { findLedgerEnd, findSlowFigure, type SlowFigure, type SlowFigureName, saveDayFigures, saveSlowFigure } from './figures.repository.ts';
import { sumCostSince } from './stock-numbers.read-model.ts';
import { countToShip, sumExpectedUnits, sumOpenCases } from './trade-numbers.read-model.ts';

const TRIES = 5;
const COUNTS = { OUT_OF_SYNC: countOutOfSync, MAP_ASINS: countMapAsins } as const;

export interface FigureService {
  /** What the stock costs: as it was worked out last, and what moved since. */
  stockValue(): Promise<Omit<SlowFigure, 'movementId'>>;
  /** How many SKUs the marketplace shows another quantity of, as it was worked out last. */
  outOfSync(): Promise<{ skus: number; at: Date }>;
  /** How many ASINs with a MAP we have. */
  mapAsins(): Promise<number>;
  /** Works out what is slow, and writes down what today shows. */
  refresh(): Promise<void>;
}

export function createFigureService({ db, clock }: { db: DatabasePool; clock: Clock }): FigureService {
  /** Of two processes that work it out at once one is refused: what the other saved is as new. */
  const workOut = async (name: SlowFigureName): Promise<SlowFigure> => {
    for (let left = TRIES; ; left--) {
      try {
        return await workOutOnce(name);
      } catch (error) {
        if (left === 0 || !isSerializationFailure(error)) throw error;
      }
    }
  };
  /** As one moment shows it: the movements that the stock has are those up to the newest. */
  const workOutOnce = (name: SlowFigureName): Promise<SlowFigure> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const end = await findLedgerEnd(tx);
        const figure = name === 'STOCK_VALUE' ? await valueAt(tx, end.at) : { value: String(await COUNTS[name](tx)), known: 0, unknown: 0 };
        await saveSlowFigure(tx, name, { ...figure, ...end });
        return { ...figure, ...end };
      });
  const known = async (name: SlowFigureName) => (await findSlowFigure(db, name)) ?? workOut(name);
  const stockValue = async () => {
    const figure = await known('STOCK_VALUE');
    const since = await sumCostSince(db, figure.movementId);
    return {
      value: sumCents([figure.value, since.value]),
      known: figure.known + since.known,
      unknown: figure.unknown + since.unknown,
      at: figure.at,
    };
  };

  return {
    stockValue,
    async outOfSync() {
      const { value, at } = await known('OUT_OF_SYNC');
      return { skus: Number(value), at };
    },
    mapAsins: async () => Number((await known('MAP_ASINS')).value),
    async refresh() {
      const value = await workOut('STOCK_VALUE');
      await workOut('OUT_OF_SYNC');
      await workOut('MAP_ASINS');
      const now = clock.now();
      const today = now.toISOString().slice(0, 10);
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

/** PostgreSQL asks to try the transaction again. */
function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40001';
}

async function valueAt(tx: Parameters<typeof valueStock>[0], moment: Date): Promise<Pick<SlowFigure, 'value' | 'known' | 'unknown'>> {
  const { total } = await valueStock(tx, moment);
  return { value: total.value, known: total.units - total.unknown_units, unknown: total.unknown_units };
}
