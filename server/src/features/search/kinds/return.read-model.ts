import { isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type CodeRange, type Question } from '../question.rules.ts';
import { ENDINGS_LOOKED_AT, type Found, type SearchSource } from '../search-source.ts';

interface BoxRow {
  number: string;
  carrier: string;
  order_id: string;
  quantity: number;
}

interface LpnRow {
  lpn: string;
  order_id: string;
  seller_sku: string;
  reason: string;
}

/** A number that no box bears is shorter than these; the end of one may be. */
const MIN_NUMBER = 6;

/** Returned boxes by tracking number, its end, or removal order, returned units by LPN or order. Plan: look-ups by index alone. */
export const returnSource: SearchSource = {
  kind: 'return',
  async find(db: Database, { text, code, starting, ending }: Question) {
    if (starting === undefined || (code.length < MIN_NUMBER && ending === undefined)) return [];
    if (isLpn(code)) return (await listByLpn(db, code)).map(toUnit);
    const boxes = code.length < MIN_NUMBER ? [] : await listBoxes(db, trackingCandidates(text), normalizeCode(text));
    const units = code.length < MIN_NUMBER ? [] : await listByOrder(db, starting);
    const ended = boxes.length > 0 || ending === undefined ? [] : await listByEnding(db, ending);
    const all = [
      ...boxes.map((row) => toBox(row, code)),
      ...units.map((row) => ({ ...toUnit(row), isExact: false })),
      ...ended.map((row) => ({ ...toBox(row, code), isExact: false })),
    ];
    return all.slice(0, SEARCH_RESULTS_PER_KIND);
  },
};

async function listBoxes(db: Database, candidates: readonly string[], orderId: string): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`/* prepared: search_boxes */
    select number, min(carrier) as carrier, min(order_id) as order_id, sum(quantity)::int as quantity
    from (
      select r.id, n.number, r.carrier, r.order_id, r.quantity from unnest(${candidates}::text[]) as n (number)
      join removal_shipments r on r.tracking_numbers @> array[n.number]
      union
      select id, tracking_numbers[1], carrier, order_id, quantity from (
        select * from removal_shipments where order_id = ${orderId} order by order_id, tracking_number limit 200
      ) of_order where tracking_numbers[1] <> ''
    ) lines group by number order by number limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows;
}

/** Boxes whose number ends so, those that were shipped last first. */
async function listByEnding(db: Database, { from, below }: CodeRange): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`/* prepared: search_box_endings */
    select tracking_number as number, min(carrier) as carrier, min(order_id) as order_id, sum(quantity)::int as quantity from (
      select tracking_number, carrier, order_id, quantity, shipped_at from removal_shipments
      where tracking_number <> '' and reverse(tracking_number) ~>=~ ${from} and reverse(tracking_number) ~<~ ${below}
      order by reverse(tracking_number) using ~<~ limit ${sql.lit(ENDINGS_LOOKED_AT)}
    ) ended where tracking_number !~ '[, ]' group by tracking_number order by max(shipped_at) desc, tracking_number limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
    db,
  );
  return rows;
}

/** What customers sent back of orders whose number begins so. */
async function listByOrder(db: Database, { from, below }: CodeRange): Promise<LpnRow[]> {
  const { rows } = await sql<LpnRow>`/* prepared: search_returned_orders */
    select lpn, order_id, seller_sku, reason from customer_returns where upper(order_id) ~>=~ ${from} and upper(order_id) ~<~ ${below} and lpn <> ''
    order by upper(order_id) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows;
}

/**
 * Plan: the look-up by LPN first, then the sort of its few rows: the planner has no estimate for a partial index, and would
 * else read all returns from the newest on.
 */
async function listByLpn(db: Database, lpn: string): Promise<LpnRow[]> {
  const { rows } = await sql<LpnRow>`/* prepared: search_lpns */
    with found as materialized (select lpn, order_id, seller_sku, reason, returned_at from customer_returns where upper(lpn) = ${lpn} and lpn <> '')
    select lpn, order_id, seller_sku, reason from found order by returned_at desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows;
}

function toBox({ number, carrier, order_id, quantity }: BoxRow, code: string): Found {
  return {
    id: number,
    title: number,
    detail: [carrier, `removal order ${order_id}`, `${quantity.toLocaleString('en')} units`].filter((part) => part !== '').join(' · '),
    path: addressOf('/returns', { q: number }),
    isExact: order_id.toUpperCase() !== code,
  };
}

function toUnit({ lpn, order_id, seller_sku, reason }: LpnRow): Found {
  return {
    id: `${lpn} ${order_id}`,
    title: lpn,
    detail: [seller_sku, `order ${order_id}`, reason].filter((part) => part !== '').join(' · '),
    path: addressOf('/returns', { q: lpn }),
    isExact: true,
  };
}
