import { reportedCondition } from '@stowage/contract/catalog/conditions';
import type { BreakdownItem } from '@stowage/contract/pricing/pricing-breakdown';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { type DecisionGroup, type DecisionOrder, listItems, listPositions } from './breakdown.read-model.ts';
import { isBefore, type SortPosition } from './breakdown-order.rules.ts';

/** The read position in one group: the buffered positions, and the index of the next one. */
interface Cursor {
  readonly group: DecisionGroup;
  positions: SortPosition[];
  next: number;
}

const EXPORT_ROWS = 500;
/** Limits the memory of an export: the buffers of all groups together hold at most this many positions. */
const MAX_BUFFERED_POSITIONS = 20_000;
const MIN_BUFFERED_POSITIONS = 20;

const TABLE = csvTable({
  ...{ SKU: 'merchant_sku', ASIN: 'asin', Condition: 'condition', 'MAP Price': 'map_price', 'Competitive Price': 'competitive_price' },
  ...{ 'Submitted Price': 'submitted_price', 'Threshold Price': 'threshold_price', 'Tiered Price': 'tiered_price', 'Price ID': 'price_id' },
  ...{ 'Threshold Enforced': 'threshold_enforced', 'Pricing Decision': 'pricing_decision', Method: 'pricing_method', Outcome: 'outcome' },
  ...{ Reason: 'outcome_reason', 'Job ID': 'job_id', Created: 'created_at' },
});

/** Exports the decisions of several groups as CSV in one order, by merging the sorted groups. */
export function breakdownCsv(db: Database, groups: readonly DecisionGroup[], order: DecisionOrder, seesCosts: boolean): AsyncIterable<string> {
  return csvOf(TABLE, pages(db, groups, order, seesCosts));
}

async function* pages(db: Database, groups: readonly DecisionGroup[], order: DecisionOrder, seesCosts: boolean) {
  let ids: number[] = [];
  const flush = async () => {
    const items = await listItems(db, ids, { hasDetails: false });
    ids = [];
    return items.map((item) => toCells(seesCosts ? item : { ...item, threshold_price: null }));
  };
  for await (const id of mergedIds(db, groups, order)) {
    ids.push(id);
    if (ids.length === EXPORT_ROWS) yield await flush();
  }
  if (ids.length > 0) yield await flush();
}

async function* mergedIds(db: Database, groups: readonly DecisionGroup[], order: DecisionOrder): AsyncIterable<number> {
  const limit = Math.max(MIN_BUFFERED_POSITIONS, Math.floor(MAX_BUFFERED_POSITIONS / Math.max(1, groups.length)));
  const refill = async (cursor: Cursor) => {
    const after = cursor.positions.at(-1);
    const isExhausted = after !== undefined && cursor.positions.length < limit;
    cursor.positions = isExhausted ? [] : await listPositions(db, cursor.group, { ...order, after, limit });
    cursor.next = 0;
  };
  // Sorted in reverse: the cursor with the first position is last in the array, where removal is cheap.
  const cursors: Cursor[] = [];
  const insert = (cursor: Cursor) => {
    const position = cursor.positions[cursor.next];
    if (position !== undefined) cursors.splice(insertionIndex(cursors, position, order), 0, cursor);
  };
  for (const group of groups) {
    const cursor: Cursor = { group, positions: [], next: 0 };
    await refill(cursor);
    insert(cursor);
  }
  for (;;) {
    const cursor = cursors.pop();
    const position = cursor?.positions[cursor.next];
    if (cursor === undefined || position === undefined) return;
    yield position.id;
    cursor.next++;
    if (cursor.next === cursor.positions.length) await refill(cursor);
    insert(cursor);
  }
}

function insertionIndex(cursors: readonly Cursor[], position: SortPosition, { isDescending }: DecisionOrder): number {
  let from = 0;
  let to = cursors.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = cursors[middle];
    const otherPosition = other?.positions[other.next];
    if (otherPosition !== undefined && isBefore(position, otherPosition, isDescending)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function toCells(item: BreakdownItem) {
  const price = (amount: number | null) => (amount === null ? null : amount.toFixed(2));
  return {
    ...item,
    condition: reportedCondition(item.condition_id),
    map_price: price(item.map_price),
    competitive_price: price(item.competitive_price),
    submitted_price: price(item.submitted_price),
    threshold_price: price(item.threshold_price),
    tiered_price: price(item.tiered_price),
    threshold_enforced: item.threshold_enforced ? 'Yes' : 'No',
  };
}
