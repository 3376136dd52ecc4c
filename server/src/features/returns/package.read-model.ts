import { type CustomerReturn, RECENT_PACKAGES, type ReturnPackage } from '@stowage/contract/returns/packages';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { utcText, type WithDates } from '../../platform/formats/utc-text.ts';
import { packageState } from './package.rules.ts';

interface Row {
  tracking_number: string;
  carrier: string;
  shipped_at: Date;
  arrived_at: Date | null;
  lines: number;
  expected: number;
  extra: number;
  remaining: number;
  graded: number;
  different: number;
  short: number;
}

/**
 * Packages with their expected and received units, in the given order, without tracking numbers that have no lines.
 * Plan: each package's lines from the inverted index, their decisions by key.
 */
export async function listPackages(db: Database, numbers: readonly string[]): Promise<ReturnPackage[]> {
  const { rows } = await sql<Row>`
    select n.number as tracking_number, min(r.carrier) as carrier, max(r.shipped_at) as shipped_at, a.arrived_at, count(*)::int as lines,
      sum(r.quantity)::int as expected, sum(coalesce(e.quantity, 0))::int as extra,
      sum(greatest(r.quantity + coalesce(e.quantity, 0) - g.graded, 0))::int as remaining,
      sum(g.graded)::int as graded, sum(g.different)::int as different, sum(g.short)::int as short
    from unnest(${numbers}::text[]) with ordinality as n (number, nth)
    join removal_shipments r on r.tracking_numbers @> array[n.number]
    left join return_extras e on e.removal_shipment_id = r.id
    left join return_packages a on a.tracking_number = n.number
    cross join lateral (
      select coalesce(sum(g.quantity), 0) as graded, coalesce(sum(g.quantity) filter (where d.arrival = 'DIFFERENT'), 0) as different,
        coalesce(sum(g.quantity) filter (where d.arrival = 'SHORT'), 0) as short
      from return_grades g join dispositions d on d.id = g.disposition_id where g.removal_shipment_id = r.id and g.voided_at is null
    ) g
    group by n.number, n.nth, a.arrived_at order by n.nth`.execute(db);
  return rows.map(toPackage);
}

/**
 * The tracking numbers of the packages that arrived last, then of those shipped last.
 * Plan: the ends of two indexes; a package's lines ship together, so each package needs few of them.
 */
export async function listRecentNumbers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    with arrived as (select tracking_number as number, arrived_at as at from return_packages order by arrived_at desc limit ${RECENT_PACKAGES}),
    lines as (select tracking_numbers[1] as number, shipped_at from removal_shipments order by shipped_at desc limit ${RECENT_PACKAGES * 20}),
    shipped as (select number, max(shipped_at) as at from lines where number <> '' group by number order by at desc limit ${RECENT_PACKAGES})
    select number from (select number, at, 1 as rank from arrived union all select number, at, 2 from shipped where number not in (select number from arrived)) recent
    order by rank, at desc`.execute(db);
  return rows.map(({ number }) => number);
}

/** Unfinished packages are searched among this many that arrived last. */
const ARRIVED_PACKAGES = 200;

/** The arrived packages with remaining units, newest first. Plan: the end of the index of arrivals, then as `listPackages()`. */
export async function listOpenPackages(db: Database): Promise<ReturnPackage[]> {
  const rows = await db.selectFrom('return_packages').select('tracking_number').orderBy('arrived_at', 'desc').limit(ARRIVED_PACKAGES).execute();
  const packages = await listPackages(
    db,
    rows.map(({ tracking_number }) => tracking_number),
  );
  return packages.filter(({ state }) => state === 'ARRIVED' || state === 'IN_PROGRESS');
}

/**
 * The customer returns with this LPN, newest first; nearly always one.
 * Plan: materialized before sorting, 0.3 ms of a million. Without that the planner, which has no estimate for a partial
 * index, reads all returns from the newest on: 450 ms.
 */
export async function listCustomerReturns(db: Database, lpn: string): Promise<WithDates<CustomerReturn, 'returned_at'>[]> {
  const { rows } = await sql<WithDates<CustomerReturn, 'returned_at'>>`
    with c as materialized (
      select lpn, order_id, seller_sku, asin, fnsku, returned_at, disposition, reason, status, customer_comments
      from customer_returns where upper(lpn) = upper(${lpn}) and lpn <> ''
    )
    select c.lpn, c.order_id, c.seller_sku as sku, c.asin, c.fnsku, coalesce(p.title, m.title) as item_name, c.returned_at, c.disposition, c.reason,
      c.status, c.customer_comments, exists (select from orders o where o.order_id = c.order_id) as is_order_known
    from c
    left join listings l on l.seller_sku = c.seller_sku
    left join products p on p.id = l.product_id
    left join marketplace_listings m on m.seller_sku = c.seller_sku
    order by c.returned_at desc limit 5`.execute(db);
  return rows;
}

function toPackage({ extra, graded, different, short, arrived_at, shipped_at, ...row }: Row): ReturnPackage {
  return {
    ...row,
    shipped_at: utcText(shipped_at),
    arrived_at: utcText(arrived_at),
    state: packageState({ isArrived: arrived_at !== null, expected: row.expected, extra, graded, different, short }),
    received: graded - short,
    short,
    surplus: extra,
  };
}
