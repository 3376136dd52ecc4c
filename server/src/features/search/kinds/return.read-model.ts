import { isLpn, normaliseCode } from '@stowage/contract/identifiers';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search';
import { trackingCandidates } from '@stowage/contract/tracking-numbers';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';

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

/** A number that no box bears is shorter than these. */
const MIN_NUMBER = 6;

/** Returned boxes by tracking number or removal order, returned units by LPN or order. Plan: look-ups by index alone. */
export const returnSource: SearchSource = {
  kind: 'return',
  async find(db: Database, { text, code }: Question) {
    if (code.length < MIN_NUMBER || /\s/.test(code)) return [];
    if (isLpn(code)) return (await listByLpn(db, code)).map(toUnit);
    return (await listBoxes(db, trackingCandidates(text), normaliseCode(text))).map((row) => toBox(row, code));
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
