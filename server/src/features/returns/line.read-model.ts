import type { DispositionDecision } from '@stowage/contract/returns/dispositions';
import { RETURN_LINES_LIMIT, type TrackingRow } from '@stowage/contract/returns/packages';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { utcText, type WithDates } from '../../platform/formats/utc-text.ts';
import { unitsLeft } from './decision.repository.ts';
import { listingOf } from './line-listing.read-model.ts';
import { linesWithNumber } from './lines-with-number.condition.ts';

type LineRecord = Omit<WithDates<TrackingRow, 'shipped_at'>, 'remaining'>;

/** More lines than a package holds: a tracking number shared by more lines is an error in the report. */
const MAX_LINES = 500;

/**
 * The lines of a package, in the order of the report.
 * Plan: the lines from the inverted index of tracking numbers, then joins by key.
 * @param candidates the tracking numbers that its barcode can mean
 */
export async function listLinesOfPackage(db: Database, candidates: readonly string[]): Promise<TrackingRow[]> {
  const matched = sql`(select number from unnest(${candidates}::text[]) with ordinality as c (number, nth) where number = any(r.tracking_numbers) order by nth limit 1)`;
  return listLines(
    db,
    sql`
    select r.*, ${matched} as matched from (${linesWithNumber(candidates)}) r order by r.id limit ${MAX_LINES}`,
  );
}

/**
 * The lines to which a returned unit may belong: those of its FNSKU, shipped after its return. Lines with remaining units
 * come first, then the newest. Plan: the FNSKU's range of the index.
 */
export async function listLinesOfReturn(db: Database, { fnsku, since }: { fnsku: string; since: Date }): Promise<TrackingRow[]> {
  const lines = await listLines(
    db,
    sql`
    select r.*, r.tracking_numbers[1] as matched from removal_shipments r
    where r.fnsku = ${fnsku} and r.fnsku <> '' and r.shipped_at >= ${since} order by r.shipped_at desc limit ${RETURN_LINES_LIMIT}`,
  );
  return lines.toSorted((a, b) => Number(b.remaining > 0) - Number(a.remaining > 0) || b.shipped_at.localeCompare(a.shipped_at));
}

export async function findLine(db: Database, id: number): Promise<TrackingRow | undefined> {
  const [line] = await listLines(db, sql`select r.*, r.tracking_numbers[1] as matched from removal_shipments r where r.id = ${id}`);
  return line;
}

async function listLines(db: Database, which: RawBuilder<unknown>): Promise<TrackingRow[]> {
  const { rows } = await sql<LineRecord>`
    select r.id as removal_shipment, r.order_id, r.seller_sku as sku, r.fnsku, r.disposition, r.matched as tracking_id, r.carrier, r.shipped_at,
      coalesce(p.title, m.title) as item_name, coalesce(own.asin, m.asin) as asin1, p.item_code, own.condition as sku_condition, i.image_url, r.quantity as shipped_quantity,
      coalesce((select quantity from return_extras e where e.removal_shipment_id = r.id), 0) as extra_quantity,
      coalesce((select sum(g.quantity)::int from return_grades g where g.removal_shipment_id = r.id and g.voided_at is null), 0) as graded,
      p.returns_guidance as guidance
    from (${which}) r
    left join lateral (${listingOf(sql`r.seller_sku`, sql`r.fnsku`)}) own on true
    left join products p on p.id = own.product_id
    left join marketplace_listings m on m.seller_sku = r.seller_sku
    left join catalog_items i on i.asin = upper(coalesce(own.asin, m.asin))
    order by r.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    shipped_at: utcText(row.shipped_at),
    remaining: unitsLeft({ shipped: row.shipped_quantity, extra: row.extra_quantity, graded: row.graded }),
  }));
}

/** The decisions about a line's units, newest first. Plan: the line's decisions, then the first movement of each from its index. */
export async function listDecisions(db: Database, lineId: number): Promise<DispositionDecision[]> {
  const { rows } = await sql<WithDates<DispositionDecision, 'created_at'>>`
    select g.id, g.disposition_id, d.name as disposition, d.display_order, g.quantity, s.code as location, l.seller_sku, w.name as actor,
      g.created_at, g.voided_at is not null as voided
    from return_grades g
    join dispositions d on d.id = g.disposition_id
    left join lateral (
      select to_location_id, listing_id from stock_movements m where m.return_grade_id = g.id and m.type = 'ADD' order by m.id limit 1
    ) first on true
    left join locations s on s.id = first.to_location_id
    left join listings l on l.id = first.listing_id
    left join users w on w.id = g.actor_id
    where g.removal_shipment_id = ${lineId} order by g.id desc`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}

interface DecisionLabelRow {
  readonly fnsku: string;
  readonly item_code: string | null;
  readonly disposition: string;
  readonly condition: number | null;
  readonly product_name: string;
  readonly location: string | null;
  readonly seller_sku: string | null;
}

/** The label of a decision's units: of their listing if they have one, else of the line. */
export async function getDecisionLabel(db: Database, decisionId: number): Promise<DecisionLabelRow> {
  const { rows } = await sql<DecisionLabelRow>`
    select coalesce(l.fnsku, l.seller_sku, first.identifier, nullif(r.fnsku, ''), r.seller_sku) as fnsku, p.item_code, d.name as disposition, d.condition,
      coalesce(p.title, market.title, '') as product_name, s.code as location, l.seller_sku
    from return_grades g
    join dispositions d on d.id = g.disposition_id
    join removal_shipments r on r.id = g.removal_shipment_id
    left join lateral (
      select m.to_location_id, m.listing_id, u.identifier from stock_movements m join units u on u.id = m.unit_id
      where m.return_grade_id = g.id and m.type = 'ADD' order by m.id limit 1
    ) first on true
    left join listings l on l.id = first.listing_id
    left join lateral (${listingOf(sql`r.seller_sku`, sql`r.fnsku`)}) own on true
    left join products p on p.id = coalesce(l.product_id, own.product_id)
    left join marketplace_listings market on market.seller_sku = r.seller_sku
    left join locations s on s.id = first.to_location_id
    where g.id = ${decisionId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`There is no decision ${decisionId}`);
  return rows[0];
}
