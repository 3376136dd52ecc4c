import type { NumberCard } from '@stowage/contract/dashboard/dashboard';
import { COUNT_ACCURACY_LEVELS, LATE_SHIPMENT_LEVELS, type NumberCardName } from '@stowage/contract/dashboard/dashboard-cards';
import { addDays, utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { startOfDay } from '../../../platform/formats/zone-day.ts';
import { sumProcessedUnits } from '../../returns/index.ts';
import { percentText, subtractCents } from './figure-text.rules.ts';
import { findDayFigure } from './figures.repository.ts';
import type { FigureService } from './figures.service.ts';
import { readUnitsOnHand, sumCountLines, sumViolations } from './stock-numbers.read-model.ts';
import { countShipments, countToShip, sumExpectedUnits, sumOpenCases, sumPaid } from './trade-numbers.read-model.ts';

export interface FigureContext {
  readonly db: Database;
  readonly figures: FigureService;
  readonly now: Date;
  readonly timeZone: string;
}

type Figure = Pick<NumberCard, 'value' | 'change' | 'level' | 'note'> &
  Partial<Pick<NumberCard, 'asOf'>> & {
    /** For people who may not see costs, if the note names some. */
    readonly noteWithoutCosts?: string | null;
  };

const WEEK = 7;
const MONTH = 30;
const NEUTRAL = 'NEUTRAL' as const;

/** A card without data shows a note instead of 0. */
const unknown = (note: string): Figure => ({ value: null, change: null, level: NEUTRAL, note });
const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Computes the figure of each number card. Days are UTC, except that "today" follows the viewer's time zone. */
export const NUMBER_CARD_OF: Readonly<Record<NumberCardName, (context: FigureContext) => Promise<Figure>>> = {
  async 'units-on-hand'({ db, now }) {
    const { units, change } = await readUnitsOnHand(db, daysAgo(now, WEEK));
    return { value: String(units), change: String(change), level: NEUTRAL, note: null };
  },

  async 'value-at-cost'({ db, figures, now }) {
    const { value, known, unknown: missing, at } = await figures.stockValue();
    if (known <= 0 && missing > 0) return unknown('No costs yet. Upload a price list or purchase orders.');
    const before = await findDayFigure(db, addDays(utcDay(now), -WEEK), 'STOCK_VALUE');
    return {
      asOf: at.toISOString(),
      ...{ value, change: before === undefined ? null : subtractCents(value, before), level: NEUTRAL },
      note: missing > 0 ? `Excludes ${counted(missing, 'unit')} without a cost` : null,
    };
  },

  async 'orders-to-ship'({ db, now, timeZone }) {
    const { toShip, late, today: due } = await countToShip(db, { now, endOfDay: startOfDay(now, timeZone, 1) });
    const notes = [late > 0 && `${numberText(late)} late`, due > 0 && `${numberText(due)} due today`].filter(Boolean);
    return {
      ...{ value: String(toShip), change: changeSince(toShip, await findDayFigure(db, addDays(utcDay(now), -WEEK), 'ORDERS_TO_SHIP')) },
      ...{ level: late > 0 ? 'BAD' : due > 0 ? 'WARN' : NEUTRAL, note: notes.join(', ') || null },
    };
  },

  async 'late-shipment-rate'({ db, now }) {
    const rate = async (end: string) => {
      const { due, late } = await countShipments(db, { from: addDays(end, 1 - MONTH), to: addDays(end, 1), now });
      return { due, late, percent: percentText(late, due) };
    };
    const { due, late, percent } = await rate(utcDay(now));
    if (percent === undefined) return unknown('No orders were due in the last 30 days.');
    const before = await rate(addDays(utcDay(now), -WEEK));
    const { warnAbove, badAbove } = LATE_SHIPMENT_LEVELS;
    return {
      ...{ value: percent, change: pointsSince(percent, before.percent), note: `${numberText(late)} of ${counted(due, 'order')}` },
      level: levelOf(100 * late > badAbove * due, 100 * late > warnAbove * due),
    };
  },

  async 'returns-today'({ db, now, timeZone }) {
    const units = await sumProcessedUnits(db, { from: startOfDay(now, timeZone), to: now });
    const before = await sumProcessedUnits(db, { from: startOfDay(daysAgo(now, WEEK), timeZone), to: daysAgo(now, WEEK) });
    return { value: String(units), change: String(units - before), level: NEUTRAL, note: null };
  },

  async 'open-cases'({ db, now }) {
    const { cases, amount, unknown: missing } = await sumOpenCases(db, 'OPEN');
    const { cases: waiting } = await sumOpenCases(db, 'NEEDS_PHOTOS');
    const photos = waiting > 0 && `${numberText(waiting)} need photos`;
    // A claim expects the cost of its units.
    const amounts = [cases > missing && `${moneyText(amount)} open`, missing > 0 && `${numberText(missing)} without an amount`];
    const noteOf = (notes: readonly (string | false)[]) => notes.filter(Boolean).join(', ') || null;
    return {
      ...{ value: String(cases), change: changeSince(cases, await findDayFigure(db, addDays(utcDay(now), -WEEK), 'OPEN_CASES')) },
      ...{ level: waiting > 0 ? 'WARN' : NEUTRAL, note: noteOf([...amounts, photos]), noteWithoutCosts: noteOf([photos]) },
    };
  },

  async recovered({ db, now }) {
    const paid = (end: string) => sumPaid(db, addDays(end, 1 - MONTH), addDays(end, 1));
    const { amount, hasCases } = await paid(utcDay(now));
    if (!hasCases) return unknown('No cases yet.');
    const before = await paid(addDays(utcDay(now), -WEEK));
    return { value: amount, change: subtractCents(amount, before.amount), level: NEUTRAL, note: null };
  },

  async 'po-units-expected'({ db, now }) {
    const { units, hasDates } = await sumExpectedUnits(db, utcDay(now));
    if (!hasDates) return unknown('No purchase order has an expected date.');
    return {
      ...{ value: String(units), change: changeSince(units, await findDayFigure(db, addDays(utcDay(now), -WEEK), 'PO_UNITS_EXPECTED')) },
      ...{ level: NEUTRAL, note: null },
    };
  },

  async 'count-accuracy'({ db, now }) {
    const between = (from: number, to: number) => sumCountLines(db, daysAgo(now, from), daysAgo(now, to));
    const lines = await between(MONTH, 0);
    const percent = percentText(lines.equal, lines.counted);
    if (percent === undefined) return unknown('No count was posted in the last 30 days.');
    const before = await between(MONTH + WEEK, WEEK);
    const { warnBelow, badBelow } = COUNT_ACCURACY_LEVELS;
    return {
      ...{ value: percent, change: pointsSince(percent, percentText(before.equal, before.counted)), note: `${counted(lines.counted, 'line')} counted` },
      level: levelOf(100 * lines.equal < badBelow * lines.counted, 100 * lines.equal < warnBelow * lines.counted),
    };
  },

  async 'map-violations'({ db, figures, now }) {
    const until = (end: string) => sumViolations(db, addDays(end, 1 - WEEK), addDays(end, 1));
    const { violations, isSampled, sampled } = await until(utcDay(now));
    if (!isSampled) return unknown('No offers were imported in the last seven days.');
    const before = await until(addDays(utcDay(now), -WEEK));
    const total = await figures.mapAsins();
    // Violations of ASINs without imported offers are unknown, so the note says how many were covered.
    const coverage = sampled < total ? `${numberText(sampled)} of ${counted(total, 'ASIN')} checked` : null;
    const change = before.isSampled ? String(violations - before.violations) : null;
    return { value: String(violations), change, level: violations > 0 ? 'WARN' : 'GOOD', note: coverage };
  },
};

function changeSince(value: number, before: string | undefined): string | null {
  return before === undefined ? null : String(value - Number(before));
}

/** The difference of two percentages in percentage points. */
function pointsSince(percent: string, before: string | undefined): string | null {
  return before === undefined ? null : (Number(percent) - Number(before)).toFixed(1);
}

function levelOf(isBad: boolean, isWarning: boolean): NumberCard['level'] {
  if (isBad) return 'BAD';
  return isWarning ? 'WARN' : 'GOOD';
}
