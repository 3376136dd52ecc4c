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
    const refused: string[] = [];
    const sampled: OfferSample[] = [];
    for (const asin of asins) {
      const answers = { New: answerOf(sample.New, asin), Used: answerOf(sample.Used, asin) };
      const [newOnes, usedOnes] = await Promise.all(GROUPS.map((group) => saveGroup(tx, { asin, group, answer: answers[group], ownSellerId, now })));
      if (newOnes === 'unknown' || usedOnes === 'unknown') refused.push(`${asin}: the marketplace could not report its offers`);
      if (newOnes === 'saved') sampled.push({ asin, isCutShort: (answers.New?.offers.length ?? 0) >= MAX_REPORTED_OFFERS });
      await saveReferencePrices(tx, { asin, sample, now });
    }
    await recordMapViolations(tx, sampled, now);
    const after = await fingerprints(tx, asins);
    await recordSampledOffers(tx, { sampled: asins, changed: asins.filter((asin) => before.get(asin) !== after.get(asin)), now });
    const known = asins.filter((asin) => !refused.some((reason) => reason.startsWith(asin)));
    const added = known.filter((asin) => !before.has(asin)).length;
    const changed = known.filter((asin) => before.has(asin) && before.get(asin) !== after.get(asin)).length;
    return { saved: { added, changed }, refused };
  });
}

const answerOf = <Answer extends { asin: string }>(answers: readonly Answer[], asin: string) => answers.find((answer) => answer.asin === asin);

/** @returns `unknown` without an answer, `unconfirmed` for a first empty answer, `saved` when the offers were replaced */
async function saveGroup(
  tx: Database,
  { asin, group, answer, ownSellerId, now }: { asin: string; group: Group; answer: OffersAnswer | undefined; ownSellerId: string; now: Date },
): Promise<'unknown' | 'unconfirmed' | 'saved'> {
  if (answer === undefined || answer.result === 'unknown') return 'unknown';
  const offers = storedOffers(answer.offers, ownSellerId);
  const { rows } = await sql<{ empty_in_a_row: number }>`
    insert into offer_samples as old (asin, condition_group, offers, empty_in_a_row, read_at)
    values (${asin}, ${group}, ${offers.length}, ${offers.length === 0 ? 1 : 0}, ${now})
    on conflict (asin, condition_group) do update set offers = excluded.offers, read_at = excluded.read_at,
      empty_in_a_row = case excluded.offers when 0 then old.empty_in_a_row + 1 else 0 end
    returning empty_in_a_row`.execute(tx);
  const isTrusted = offers.length > 0 || (rows[0]?.empty_in_a_row ?? 0) >= EMPTY_SAMPLES_NEEDED;
  if (!isTrusted) return 'unconfirmed';
  await replaceOffers(tx, { asin, group, offers, now });
  return 'saved';
}

async function replaceOffers(
  tx: Database,
  { asin, group, offers, now }: { asin: string; group: Group; offers: readonly StoredOffer[]; now: Date },
): Promise<void> {
  await sql`delete from competitor_offers where asin = ${asin} and (condition = 11) = ${group === 'New'}`.execute(tx);
  await sql`
    insert into competitor_offers (asin, condition, seller_id, is_own, price, shipping, is_fba, is_featured, read_at)
    select ${asin}, "condition", "sellerId", "isOwn", "priceCents" / 100.0, "shippingCents" / 100.0, "isFba", "isFeatured", ${now}
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as i ("condition" smallint, "sellerId" text, "isOwn" boolean,
      "priceCents" bigint, "shippingCents" bigint, "isFba" boolean, "isFeatured" boolean)`.execute(tx);
}

/** Stores the featured price including shipping, as the marketplace compares it. */
async function saveReferencePrices(tx: Database, { asin, sample, now }: { asin: string; sample: Sample; now: Date }): Promise<void> {
  const competitive = answerOf(sample.prices, asin);
  if (competitive !== undefined && competitive.result !== 'unknown') {
    await saveReferencePrice(tx, { asin, kind: 'COMPETITIVE', cents: competitive.priceCents, source: 'CompetitivePrice', now });
  }
  const offers = answerOf(sample.New, asin);
  if (offers?.result !== 'offers') return;
  const featured = offers.offers.find(({ isFeatured }) => isFeatured);
  const cents = featured && landedCents({ priceCents: featured.listingPriceCents, shippingCents: featured.shippingCents });
  await saveReferencePrice(tx, { asin, kind: 'FEATURED', cents, source: 'IsBuyBoxWinner', now });
}

async function saveReferencePrice(
  tx: Database,
  { asin, kind, cents, source, now }: { asin: string; kind: string; cents: number | undefined; source: string; now: Date },
): Promise<void> {
  await sql`insert into reference_prices (asin, kind, price, source, read_at) values (${asin}, ${kind}, ${cents ?? null}::numeric / 100, ${source}, ${now})
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
