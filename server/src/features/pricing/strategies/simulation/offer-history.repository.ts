import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/connection/connect.ts';

/** Records the stored offers of products when they differ from the record before. Called after the offers were stored. */
export async function recordOfferHistory(tx: Database, asins: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into offer_history (asin, condition_group, read_at, offers)
    select s.asin, s.condition_group, ${now}, present.offers
    from offer_samples s cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_array(o.condition, o.seller_id, o.is_own, round(o.price * 100)::bigint, round(o.shipping * 100)::bigint, o.is_featured)
        order by o.condition, o.price + o.shipping, o.seller_id), '[]') as offers
      from competitor_offers o where o.asin = s.asin and (o.condition = 11) = (s.condition_group = 'New')
    ) present
    where s.asin = any(${asins}::text[]) and s.read_at = ${now} and (s.offers > 0 or s.empty_in_a_row > 1) and present.offers is distinct from (
      select h.offers from offer_history h where h.asin = s.asin and h.condition_group = s.condition_group order by h.read_at desc limit 1)
    on conflict do nothing`.execute(tx);
}

/** The last record before the limit stays: it says what was offered at the begin of the retained days. */
export async function purgeOfferHistory(db: Database, before: Date): Promise<void> {
  await sql`delete from offer_history h where h.read_at < ${before} and exists (
    select from offer_history newer where newer.asin = h.asin and newer.condition_group = h.condition_group and newer.read_at > h.read_at and newer.read_at <= ${before})`.execute(
    db,
  );
}
