import {
  type ListingQuantity,
  QUANTITY_PREVIEW_LIMIT,
  type QuantityDifference,
  type QuantityMode,
  type QuantityPreview,
} from '@stowage/contract/pricing/quantities';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { quantityFacts, quantityFactsOfMany } from '../listing-state/quantity-to-offer.condition.ts';

/** What Amazon is to show of a listing, what it shows, and its last answer. @returns undefined if there is no such listing */
export async function findListingQuantity(db: Database, listingId: number): Promise<Omit<ListingQuantity, 'rule' | 'mode'> | undefined> {
  const { rows } = await sql<Omit<ListingQuantity, 'rule' | 'mode' | 'sent_at' | 'answered_at'> & { sent_at: Date | null; answered_at: Date | null }>`
    select f.wanted, f.shown, f.available, f.listing_id is not null as is_offered, o.sent, o.sent_at, o.answered_at, o.outcome, o.reason, o.submission_id, coalesce(o.is_due, false) as is_due
    from listings l left join (${quantityFacts(sql`${listingId}::bigint`)}) f on f.listing_id = l.id left join quantity_offers o on o.listing_id = l.id
    where l.id = ${listingId}`.execute(db);
  const [row] = rows;
  return row && { ...row, sent_at: row.sent_at?.toISOString() ?? null, answered_at: row.answered_at?.toISOString() ?? null };
}

/** What sending all quantities would change. Plan: all listings. */
export async function previewQuantities(db: Database): Promise<QuantityPreview> {
  const different = sql`select f.* from (${quantityFactsOfMany(sql`select id from listings where seller_sku is not null`)}) f where f.wanted is distinct from f.shown and f.wanted is not null`;
  const { rows } = await sql<Omit<QuantityPreview, 'examples'> & { examples: QuantityDifference[] }>`
    with different as materialized (${different})
    select count(*)::int as listings, count(*) filter (where wanted > coalesce(shown, 0))::int as raised, count(*) filter (where wanted < shown)::int as lowered,
      count(*) filter (where wanted = 0)::int as to_zero,
      (select coalesce(json_agg(e), '[]') from (
        select d.listing_id, d.sku, p.title, d.shown, d.wanted from different d join listings l on l.id = d.listing_id join products p on p.id = l.product_id
        order by abs(d.wanted - coalesce(d.shown, 0)) desc, d.sku limit ${QUANTITY_PREVIEW_LIMIT}) e) as examples
    from different`.execute(db);
  return onlyRow({ rows });
}

/** The mode, and how many listings of our own stock are on Amazon without following the stock. */
export async function countUnfollowed(db: Database): Promise<{ mode: QuantityMode; listings: number }> {
  const { rows } = await sql<{ mode: QuantityMode; listings: number }>`
    select q.mode, (select count(*)::int from marketplace_listings m where q.mode <> 'ON' and m.gone_at is null and m.channel = 'DEFAULT'
      and exists (select from listings l where l.seller_sku = m.seller_sku)) as listings
    from quantity_settings q`.execute(db);
  return onlyRow({ rows });
}

/** How many listings wait to be sent, why the last one that waits has no answer, and the last answer. */
export async function readQuantityProgress(
  db: Database,
): Promise<{ waiting: number; rejected: number; failure: string | null; last_answer_at: string | null }> {
  const { rows } = await sql<{ waiting: number; rejected: number; failure: string | null; last: Date | null }>`
    select count(*) filter (where is_due)::int as waiting, count(*) filter (where outcome = 'REJECTED' and not is_due)::int as rejected, max(answered_at) as last,
      (array_agg(reason order by sent_at desc) filter (where is_due and answered_at is null and reason is not null))[1] as failure
    from quantity_offers`.execute(db);
  const { last, ...counts } = onlyRow({ rows });
  return { ...counts, last_answer_at: last?.toISOString() ?? null };
}
