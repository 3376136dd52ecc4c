import { isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { screenAddress } from '../screen-address.ts';
import type { CodeRange, SearchQuery } from '../search-query.rules.ts';
import { joinDetails, MAX_SUFFIX_MATCHES, type SearchHit, type SearchSource } from '../search-source.ts';

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

/** Tracking and order numbers are never shorter. */
const MIN_NUMBER_LENGTH = 6;

/** Finds returned boxes by tracking number, its suffix or removal order, and returned units by LPN or order. Plan: index lookups only. */
export const returnSource: SearchSource = {
  kind: 'return',
  async find(db: Database, { text, code, prefix, reversedSuffix }: SearchQuery) {
    if (prefix === undefined || (code.length < MIN_NUMBER_LENGTH && reversedSuffix === undefined)) return [];
    if (isLpn(code)) return (await listUnitsByLpn(db, code)).map(toUnit);
    const boxes = code.length < MIN_NUMBER_LENGTH ? [] : await listBoxes(db, trackingCandidates(text), normalizeCode(text));
    const units = code.length < MIN_NUMBER_LENGTH ? [] : await listUnitsByOrder(db, prefix);
    const ended = boxes.length > 0 || reversedSuffix === undefined ? [] : await listBoxesBySuffix(db, reversedSuffix);
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
      select r.id, n.number, r.carrier, r.order_id, r.quantity from unnest(${hidden(candidates, 'text[]')}) as n (number)
      join removal_shipments r on r.tracking_numbers @> array[n.number]
      union
      select id, tracking_numbers[1], carrier, order_id, quantity from (
        select * from removal_shipments where order_id = ${orderId} order by order_id, tracking_number limit 200
      ) of_order where tracking_numbers[1] <> ''
    ) lines group by number order by number limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows;
}

/** Lists the boxes whose number has the suffix, last shipped first. */
async function listBoxesBySuffix(db: Database, { from, below }: CodeRange): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`/* prepared: search_box_endings */
    select tracking_number as number, min(carrier) as carrier, min(order_id) as order_id, sum(quantity)::int as quantity from (
      select tracking_number, carrier, order_id, quantity, shipped_at from removal_shipments
      where tracking_number <> '' and reverse(tracking_number) ~>=~ ${from} and reverse(tracking_number) ~<~ ${below}
      order by reverse(tracking_number) using ~<~ limit ${sql.lit(MAX_SUFFIX_MATCHES)}
    ) ended where tracking_number !~ '[, ]' group by tracking_number order by max(shipped_at) desc, tracking_number limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
    db,
  );
  return rows;
}

/** Lists the customer returns of orders whose number has the prefix. */
async function listUnitsByOrder(db: Database, { from, below }: CodeRange): Promise<LpnRow[]> {
  const { rows } = await sql<LpnRow>`/* prepared: search_returned_orders */
    select lpn, order_id, seller_sku, reason from customer_returns where upper(order_id) ~>=~ ${from} and upper(order_id) ~<~ ${below} and lpn <> ''
    order by upper(order_id) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows;
}

/**
 * Plan: the lookup by LPN first, then the sort of its few rows. The planner has no estimate for the partial index and would
 * otherwise read all returns by date.
 */
async function listUnitsByLpn(db: Database, lpn: string): Promise<LpnRow[]> {
  const { rows } = await sql<LpnRow>`/* prepared: search_lpns */
    with found as materialized (select lpn, order_id, seller_sku, reason, returned_at from customer_returns where upper(lpn) = ${lpn} and lpn <> '')
    select lpn, order_id, seller_sku, reason from found order by returned_at desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows;
}

function toBox({ number, carrier, order_id, quantity }: BoxRow, code: string): SearchHit {
  return {
    id: number,
    title: number,
    detail: joinDetails(carrier, `removal order ${order_id}`, `${numberText(quantity)} units`),
    path: screenAddress('/returns', { q: number }),
    isExact: order_id.toUpperCase() !== code,
  };
}

function toUnit({ lpn, order_id, seller_sku, reason }: LpnRow): SearchHit {
  return {
    id: `${lpn} ${order_id}`,
    title: lpn,
    detail: joinDetails(seller_sku, `order ${order_id}`, reason),
    path: screenAddress('/returns', { q: lpn }),
    isExact: true,
  };
}
