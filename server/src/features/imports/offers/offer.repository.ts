import { MAX_REPORTED_OFFERS } from '@stowage/contract/pricing/map-compliance';
import { sql } from 'kysely';
import type { CompetitivePrice, OffersAnswer } from '../../../integrations/marketplace/calls/product-answers.ts';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { type OfferSample, recordMapViolations, recordSampledOffers } from '../../pricing/index.ts';
import type { Saved } from '../import-counts.ts';
import { EMPTY_SAMPLES_NEEDED, landedCents, type StoredOffer, storedOffers } from './offer.rules.ts';

const GROUPS = ['New', 'Used'] as const;
type Group = (typeof GROUPS)[number];

type Sample = { readonly [group in Group]: readonly OffersAnswer[] } & { readonly prices: readonly CompetitivePrice[] };

/** Stores a sample of all sellers' offers. Offers that the marketplace could not report stay unchanged, with their age. */
export async function saveOffers(
  db: DatabasePool,
  sample: Sample,
  { asins, ownSellerId, now }: { asins: readonly string[]; ownSellerId: string; now: Date },
): Promise<{ saved: Saved; refused: string[] }> {
  return db.transaction().execute(async (tx) => {
    const before = await fingerprints(tx, asins);
    const answered = asins.flatMap((asin) => GROUPS.flatMap((group) => answeredGroup(sample, { asin, group, ownSellerId })));
    const refused = asins.filter((asin) => answered.filter((answer) => answer.asin === asin).length < GROUPS.length);
    const trusted = await saveSamples(tx, answered, now);
    await replaceOffers(tx, trusted, now);
    const prices = asins.flatMap((asin) => referencePrices(sample, asin));
    await saveReferencePrices(tx, prices, now);
    const sampled = trusted.flatMap(({ asin, group, isCutShort }): OfferSample[] => (group === 'New' ? [{ asin, isCutShort }] : []));
    await recordMapViolations(tx, sampled, now);
    const after = await fingerprints(tx, asins);
    const changed = asins.filter((asin) => before.get(asin) !== after.get(asin));
    await recordSampledOffers(tx, { sampled: asins, changed, now });
    const known = asins.filter((asin) => !refused.includes(asin));
    return {
      saved: { added: known.filter((asin) => !before.has(asin)).length, changed: known.filter((asin) => before.has(asin) && changed.includes(asin)).length },
      refused: refused.map((asin) => `${asin}: the marketplace could not report its offers`),
    };
  });
}

const answerOf = <Answer extends { asin: string }>(answers: readonly Answer[], asin: string) => answers.find((answer) => answer.asin === asin);

interface AnsweredGroup {
  readonly asin: string;
  readonly group: Group;
  readonly offers: readonly StoredOffer[];
  /** The marketplace reports only so many offers. */
  readonly isCutShort: boolean;
}

function answeredGroup(sample: Sample, { asin, group, ownSellerId }: { asin: string; group: Group; ownSellerId: string }): AnsweredGroup[] {
  const answer = answerOf(sample[group], asin);
  if (answer === undefined || answer.result === 'unknown') return [];
  return [{ asin, group, offers: storedOffers(answer.offers, ownSellerId), isCutShort: answer.offers.length >= MAX_REPORTED_OFFERS }];
}

/** Stores what was sampled. @returns the answers to believe: those with offers, and empty ones that were empty before */
async function saveSamples(tx: Database, answered: readonly AnsweredGroup[], now: Date): Promise<AnsweredGroup[]> {
  const samples = answered.map(({ asin, group, offers }) => ({ asin, group, offers: offers.length }));
  const { rows } = await sql<{ asin: string; group: Group }>`
    with saved as (
      insert into offer_samples as old (asin, condition_group, offers, empty_in_a_row, read_at)
      select asin, "group", offers, (offers = 0)::int, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as i (asin text, "group" text, offers integer) order by asin, "group"
      on conflict (asin, condition_group) do update set offers = excluded.offers, read_at = excluded.read_at,
        empty_in_a_row = case excluded.offers when 0 then old.empty_in_a_row + 1 else 0 end
      returning asin, condition_group as "group", offers, empty_in_a_row
    )
    select asin, "group" from saved where offers > 0 or empty_in_a_row >= ${EMPTY_SAMPLES_NEEDED}`.execute(tx);
  return answered.filter(({ asin, group }) => rows.some((row) => row.asin === asin && row.group === group));
}

async function replaceOffers(tx: Database, answers: readonly AnsweredGroup[], now: Date): Promise<void> {
  const groups = answers.map(({ asin, group }) => ({ asin, group }));
  await sql`delete from competitor_offers o using jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as i (asin text, "group" text)
    where o.asin = i.asin and (o.condition = 11) = (i."group" = 'New')`.execute(tx);
  const offers = answers.flatMap(({ asin, offers: offersOfGroup }) => offersOfGroup.map((offer) => ({ asin, ...offer })));
  await sql`
    insert into competitor_offers (asin, condition, seller_id, is_own, price, shipping, is_fba, is_featured, read_at)
    select asin, "condition", "sellerId", "isOwn", "priceCents" / 100.0, "shippingCents" / 100.0, "isFba", "isFeatured", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as i (asin text, "condition" smallint, "sellerId" text, "isOwn" boolean,
      "priceCents" bigint, "shippingCents" bigint, "isFba" boolean, "isFeatured" boolean)`.execute(tx);
}

interface ReferencePrice {
  readonly asin: string;
  readonly kind: 'COMPETITIVE' | 'FEATURED';
  /** null when there is none now. */
  readonly cents: number | null;
  readonly source: string;
}

/** The featured price includes shipping, as the marketplace compares it. */
function referencePrices(sample: Sample, asin: string): ReferencePrice[] {
  const prices: ReferencePrice[] = [];
  const competitive = answerOf(sample.prices, asin);
  if (competitive !== undefined && competitive.result !== 'unknown') {
    prices.push({ asin, kind: 'COMPETITIVE', cents: competitive.priceCents ?? null, source: 'CompetitivePrice' });
  }
  const offers = answerOf(sample.New, asin);
  if (offers?.result === 'offers') {
    const featured = offers.offers.find(({ isFeatured }) => isFeatured);
    const cents = featured && landedCents({ priceCents: featured.listingPriceCents, shippingCents: featured.shippingCents });
    prices.push({ asin, kind: 'FEATURED', cents: cents ?? null, source: 'IsBuyBoxWinner' });
  }
  return prices;
}

async function saveReferencePrices(tx: Database, prices: readonly ReferencePrice[], now: Date): Promise<void> {
  await sql`
    insert into reference_prices (asin, kind, price, source, read_at)
    select asin, kind, cents::numeric / 100, source, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as i (asin text, kind text, cents bigint, source text) order by asin, kind
    on conflict (asin, kind) do update set price = excluded.price, source = excluded.source, read_at = excluded.read_at`.execute(tx);
}

/** The stored data of each ASIN as one hash, without its age, to detect changes. */
async function fingerprints(tx: Database, asins: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ asin: string; fingerprint: string }>`
    select asin, md5(string_agg(line, ' ' order by line)) as fingerprint from (
      select asin, concat_ws('/', condition, seller_id, price, shipping, is_fba, is_featured) as line from competitor_offers where asin = any(${asins})
      union all select asin, concat_ws('/', kind, price) from reference_prices where asin = any(${asins})
      union all select asin, condition_group from offer_samples where asin = any(${asins})
    ) lines group by asin`.execute(tx);
  return new Map(rows.map((row) => [row.asin, row.fingerprint]));
}
