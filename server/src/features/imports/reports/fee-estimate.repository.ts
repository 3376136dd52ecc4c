import { type RawBuilder, sql } from 'kysely';
import type { FeeAnswer } from '../../../integrations/marketplace/calls/product-answers.ts';
import type { FeeQuestion } from '../../../integrations/marketplace/calls/products.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Saved } from '../import-counts.ts';

/** An estimate at the same price is valid this long. */
const VALID_DAYS = 7;
const SOURCE = 'getMyFeesEstimates';

/** Listings whose fees are unknown, outdated or estimated at another price, sorted by SKU. Plan: the listings by key, from the cursor until the page is full. */
export async function listDueListings(db: Database, { after, limit, now }: { after: string; limit: number; now: Date }): Promise<FeeQuestion[]> {
  const { rows } = await sql<{ sku: string; asin: string; cents: number; is_fba: boolean }>`
    select m.seller_sku as sku, upper(m.asin) as asin, round(m.price * 100)::bigint as cents, m.channel <> 'DEFAULT' as is_fba
    ${dueListings(after, now)} order by m.seller_sku limit ${limit}`.execute(db);
  return rows.map(({ sku, asin, cents, is_fba }) => ({ sku, asin, priceCents: cents, isFba: is_fba }));
}

export async function countDueListings(db: Database, { after, now }: { after: string; now: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${dueListings(after, now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function dueListings(after: string, now: Date): RawBuilder<unknown> {
  return sql`from marketplace_listings m
    where m.gone_at is null and m.price > 0 and m.seller_sku > ${after} and upper(m.asin) ~ '^[A-Z0-9]{10}$'
      -- A value for each row: joined, all listings would be compared for the next few.
      and coalesce((select f.read_at <= ${now}::timestamptz - make_interval(days => ${VALID_DAYS})
        or (f.price, f.is_fba, f.asin) is distinct from (m.price, m.channel <> 'DEFAULT', upper(m.asin)) from fee_estimates f where f.seller_sku = m.seller_sku), true)`;
}

/** Stores estimates. A final refusal is stored with its reason; a temporary one leaves the stored estimate. */
export async function saveFees(
  db: Database,
  { listings, answers, now }: { listings: readonly FeeQuestion[]; answers: readonly FeeAnswer[]; now: Date },
): Promise<{ saved: Saved; refused: string[] }> {
  const bySku = new Map(answers.map((answer) => [answer.sku, answer]));
  const refused: string[] = [];
  const rows = listings.flatMap(({ sku, asin, priceCents, isFba }): object[] => {
    const answer = bySku.get(sku);
    const asked = { sku, asin, cents: priceCents, is_fba: isFba };
    if (answer?.estimate !== undefined) {
      const { fulfilmentCents, referralCents, totalCents } = answer.estimate;
      return [{ ...asked, fulfilment: fulfilmentCents, referral: referralCents, total: totalCents }];
    }
    const error = answer?.reason ?? 'Amazon did not answer for it';
    refused.push(`${sku}: ${error}`);
    return answer?.isFinal ? [{ ...asked, error }] : [];
  });
  const { rows: written } = await sql<{ is_new: boolean; is_estimate: boolean; is_changed: boolean }>`
    with incoming as (
      select sku, asin, cents / 100.0 as price, is_fba, fulfilment / 100.0 as fulfilment, referral / 100.0 as referral, total / 100.0 as total, error
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (sku text, asin text, cents bigint, is_fba boolean, fulfilment bigint,
        referral bigint, total bigint, error text)
    ), before as (
      select i.error is null as is_estimate, f.seller_sku is null as is_new,
        f.seller_sku is not null and (f.price, f.fulfilment, f.referral, f.total) is distinct from (i.price, i.fulfilment, i.referral, i.total) as is_changed
      from incoming i left join fee_estimates f on f.seller_sku = i.sku
    ), saved as (
      insert into fee_estimates (seller_sku, asin, price, is_fba, fulfilment, referral, total, source, error, read_at)
      select sku, asin, price, is_fba, fulfilment, referral, total, ${SOURCE}, error, ${now} from incoming order by sku
      on conflict (seller_sku) do update set asin = excluded.asin, price = excluded.price, is_fba = excluded.is_fba, fulfilment = excluded.fulfilment,
        referral = excluded.referral, total = excluded.total, source = excluded.source, error = excluded.error, read_at = excluded.read_at
    )
    select is_new, is_estimate, is_changed from before`.execute(db);
  const estimates = written.filter((row) => row.is_estimate);
  return { saved: { added: estimates.filter((row) => row.is_new).length, changed: estimates.filter((row) => row.is_changed).length }, refused };
}
