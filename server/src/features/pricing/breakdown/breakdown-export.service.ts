import type { BreakdownItem, BreakdownSort } from '@stowage/contract/pricing/pricing-breakdown';
import { csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { listItems, listPlaces, type Part, type Place } from './breakdown.read-model.ts';
import { isBefore } from './breakdown-order.rules.ts';

interface ExportOrder {
  readonly sort: BreakdownSort;
  readonly isDescending: boolean;
  readonly skus: readonly string[] | undefined;
}

/** A part of the table as far as it has been read: the places that are next, the first of them first. */
interface Cursor {
  readonly part: Part;
  places: Place[];
  taken: number;
}

/** Rows that are read and sent at once. */
const EXPORT_ROWS = 500;
/** So many places of all parts together are in memory, however many rows there are. */
const PLACES_KEPT = 20_000;
const LEAST_PLACES = 20;

const HEADINGS = [
  ...['SKU', 'ASIN', 'Condition', 'MAP Price', 'Competitive Price', 'Submitted Price', 'Threshold Price', 'Tiered Price', 'Price ID'],
  ...['Threshold Enforced', 'Pricing Decision', 'Method', 'Outcome', 'Reason', 'Job ID', 'Created'],
];

/** A CSV file of all decisions of some parts, in one order: the parts are read side by side and merged. */
export async function* exportLines(db: Database, parts: readonly Part[], order: ExportOrder): AsyncIterable<string> {
  yield csvLine(HEADINGS);
  let ids: number[] = [];
  for await (const id of mergedIds(db, parts, order)) {
    ids.push(id);
    if (ids.length < EXPORT_ROWS) continue;
    yield await linesOf(db, ids);
    ids = [];
  }
  if (ids.length > 0) yield await linesOf(db, ids);
}

async function linesOf(db: Database, ids: readonly number[]): Promise<string> {
  return (await listItems(db, ids, { hasDetails: false })).map(toLine).join('');
}

async function* mergedIds(db: Database, parts: readonly Part[], order: ExportOrder): AsyncIterable<number> {
  const limit = Math.max(LEAST_PLACES, Math.floor(PLACES_KEPT / Math.max(1, parts.length)));
  const refill = async (cursor: Cursor) => {
    const after = cursor.places.at(-1);
    // Fewer than were asked for: there are no more.
    const isOver = after !== undefined && cursor.places.length < limit;
    cursor.places = isOver ? [] : await listPlaces(db, cursor.part, { ...order, after, limit });
    cursor.taken = 0;
  };
  // The cursor whose next place comes first stands last, where it is taken off and put back cheaply.
  const waiting: Cursor[] = [];
  const put = (cursor: Cursor) => {
    const place = cursor.places[cursor.taken];
    if (place !== undefined) waiting.splice(positionOf(waiting, place, order), 0, cursor);
  };
  for (const part of parts) {
    const cursor: Cursor = { part, places: [], taken: 0 };
    await refill(cursor);
    put(cursor);
  }
  for (;;) {
    const cursor = waiting.pop();
    const place = cursor?.places[cursor.taken];
    if (cursor === undefined || place === undefined) return;
    yield place.id;
    cursor.taken++;
    if (cursor.taken === cursor.places.length) await refill(cursor);
    put(cursor);
  }
}

function positionOf(waiting: readonly Cursor[], place: Place, { isDescending }: ExportOrder): number {
  let from = 0;
  let to = waiting.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = waiting[middle];
    const next = other?.places[other.taken];
    if (next !== undefined && isBefore(place, next, isDescending)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function toLine(item: BreakdownItem): string {
  const price = (amount: number | null) => (amount === null ? null : amount.toFixed(2));
  return csvLine([
    ...[item.merchant_sku, item.asin, item.condition_id, price(item.map_price), price(item.competitive_price), price(item.submitted_price)],
    ...[price(item.threshold_price), price(item.tiered_price), item.price_id, item.threshold_enforced ? 'Yes' : 'No', item.pricing_decision],
    ...[item.pricing_method, item.outcome, item.outcome_reason, item.job_id, item.created_at],
  ]);
}
