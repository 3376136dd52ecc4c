import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import type { RecordedOffers } from './simulation.rules.ts';

interface Recorded {
  readonly asin: string;
  readonly sku: string;
  readonly condition: number;
  readonly from: Date;
  readonly until: Date;
  readonly limit: number;
}

type HistoryOffer = readonly [condition: number, sellerId: string, isOwn: boolean, priceCents: number, shippingCents: number, isFeatured: boolean];
interface JobOffer {
  readonly sellerId: string;
  readonly isOwn: boolean;
  readonly price: string;
  readonly shipping: string;
}

/**
 * The recorded offers of a listing in a period, with the last record before it, oldest first: from the samples, and from the
 * decisions of syncs, which reach further back. Plan: samples by their key; decisions by job and SKU.
 */
export async function listRecordedOffers(db: Database, { asin, sku, condition, from, until, limit }: Recorded): Promise<RecordedOffers[]> {
  const group = condition === 11 ? 'New' : 'Used';
  const before = sql`coalesce((select max(read_at) from offer_history where asin = ${asin} and condition_group = ${group} and read_at <= ${from}), ${from})`;
  const samples = await sql<{ at: Date; offers: HistoryOffer[] }>`
    select greatest(read_at, ${from}) as at, offers from offer_history where asin = ${asin} and condition_group = ${group}
      and read_at >= ${before} and read_at <= ${until} order by read_at limit ${limit}`.execute(db);
  const decisions = await sql<{ at: Date; offers: JobOffer[]; price: string | null }>`
    select j.started_at as at, d.competitive_data -> 'offers' as offers, d.decision_details #>> '{lastAcknowledged,price}' as price
    from listing_jobs j join pricing_decisions d on d.job_id = j.id and d.seller_sku = ${sku}
    where j.method_counts <> '{}' and j.started_at between ${from} and ${until} and d.competitive_data is not null order by j.started_at limit ${limit}`.execute(
    db,
  );
  const sampled = samples.rows.map(({ at, offers }) => {
    const list = offers
      .filter(([own]) => own === condition)
      .map(([, sellerId, isOwn, priceCents, shippingCents, isFeatured]) => ({ sellerId, isOwn, priceCents, shippingCents, isFeatured }));
    return { at: at.getTime(), list, actualCents: list.find(({ isOwn }) => isOwn)?.priceCents };
  });
  const decided = decisions.rows.map(({ at, offers, price }) => ({
    at: at.getTime(),
    list: offers.map((one) => ({ sellerId: one.sellerId, isOwn: one.isOwn, priceCents: centsOf(one.price), shippingCents: centsOf(one.shipping) })),
    actualCents: price === null ? undefined : centsOf(price),
  }));
  return [...sampled, ...decided].toSorted((a, b) => a.at - b.at);
}

/** When the first offers of a listing were recorded. */
export async function findRecordedSince(db: Database, { asin, sku, condition }: Pick<Recorded, 'asin' | 'sku' | 'condition'>): Promise<string | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select least((select min(read_at) from offer_history where asin = ${asin} and condition_group = ${condition === 11 ? 'New' : 'Used'}), (
      select j.started_at from listing_jobs j join pricing_decisions d on d.job_id = j.id and d.seller_sku = ${sku}
      where j.method_counts <> '{}' and d.competitive_data is not null order by j.id limit 1)) as since`.execute(db);
  return rows[0]?.since?.toISOString() ?? null;
}

const centsOf = (dollars: string) => Math.round(Number(dollars) * 100);
