import { PROCESSED_PAGE_SIZE, type ProcessedReturn } from '@stowage/contract/returns/dispositions';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { utcText, type WithDates } from '../../platform/formats/utc-text.ts';
import { listingOf } from './line-listing.read-model.ts';

interface Span {
  readonly from: Date;
  readonly to: Date;
}

const processedIn = ({ from, to }: Span) => sql`g.created_at >= ${from} and g.created_at <= ${to} and g.voided_at is null`;

/** The number of returned units that got a disposition in a time span, without voided decisions. Plan: the index of times. */
export async function sumProcessed(db: Database, span: Span): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(g.quantity), 0)::int as units from return_grades g where ${processedIn(span)}`.execute(db);
  return rows[0]?.units ?? 0;
}

/**
 * One page of the decisions of a time span, newest first. Plan: the page from the index of times, then joins by key.
 * @param before the id of the previous page's last decision
 */
export async function listProcessed(db: Database, span: Span, before: number | undefined): Promise<{ data: ProcessedReturn[]; next: number | null }> {
  const behind =
    before === undefined ? sql`true` : sql`(g.created_at, g.id) < ((select created_at from return_grades where id = ${before}), ${before}::bigint)`;
  const { rows } = await sql<WithDates<ProcessedReturn, 'created_at'>>`
    select g.id, g.created_at, r.tracking_number, r.seller_sku as sku, coalesce(p.title, m.title) as item_name, d.name as disposition, g.quantity, u.name as actor
    from (
      select g.* from return_grades g where ${processedIn(span)} and ${behind} order by g.created_at desc, g.id desc limit ${PROCESSED_PAGE_SIZE + 1}
    ) g
    join dispositions d on d.id = g.disposition_id
    join removal_shipments r on r.id = g.removal_shipment_id
    left join lateral (${listingOf(sql`r.seller_sku`, sql`r.fnsku`)}) own on true
    left join products p on p.id = own.product_id
    left join marketplace_listings m on m.seller_sku = r.seller_sku
    left join users u on u.id = g.actor_id
    order by g.created_at desc, g.id desc`.execute(db);
  const page = rows.slice(0, PROCESSED_PAGE_SIZE);
  return {
    data: page.map((row) => ({ ...row, created_at: utcText(row.created_at) })),
    next: rows.length > PROCESSED_PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}
