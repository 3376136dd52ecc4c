import type { OfferAttributes } from '../../../integrations/marketplace/calls/listings.ts';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import * as changes from '../sync/change.repository.ts';
import { patchesOf } from '../sync/change-patches.rules.ts';
import { LISTINGS_PER_CALL } from './reread.job.ts';

interface Patching extends Pick<Context, 'db' | 'clock'> {
  readonly marketplace: Marketplace;
  readonly job: { readonly id: number };
}

/** By SKU. */
export type Offers = ReadonlyMap<string, readonly OfferAttributes[]>;

/** The offers of listings as they are on the marketplace, which changes of their prices keep. Those of a large feed take two minutes. */
export async function readOffers(marketplace: Marketplace, listings: readonly { readonly sku: string }[]): Promise<Offers> {
  const offers = new Map<string, readonly OfferAttributes[]>();
  for (let start = 0; start < listings.length; start += LISTINGS_PER_CALL) {
    const skus = listings.slice(start, start + LISTINGS_PER_CALL).map(({ sku }) => sku);
    for (const [sku, own] of await marketplace.offersOf(skus)) offers.set(sku, own);
  }
  return offers;
}

export const withPrice = (open: readonly changes.PlannedChange[]) => open.filter(({ price }) => price !== undefined);

/**
 * Stores each answer immediately: after a crash at most one patch is sent again, which is harmless because it sets a value.
 * @param offers those of the listings with a price, if they were just read
 */
export async function patchAll(
  { db, clock, marketplace, job }: Patching,
  part: number,
  open: readonly changes.PlannedChange[],
  { note, offers }: { note?: string; offers?: Offers },
): Promise<void> {
  const kept = offers ?? (await readOffers(marketplace, withPrice(open)));
  for (const change of open) {
    const answer = await patchOne(marketplace, change, kept.get(change.sku));
    const reason = [note, answer.reason].filter(Boolean).join('; ') || null;
    await changes.saveAnswers(db, { jobId: job.id, part, answers: [{ position: change.position, ...answer, reason }], at: clock.now() });
  }
}

async function patchOne(
  marketplace: Marketplace,
  change: changes.PlannedChange,
  offers: readonly OfferAttributes[] | undefined,
): Promise<Omit<changes.Answer, 'position'>> {
  try {
    const { warnings } = await marketplace.patchListing(change.sku, patchesOf(change, marketplace.marketplaceId, offers));
    return warnings.length === 0 ? { outcome: 'ACCEPTED', reason: null } : { outcome: 'WARNING', reason: warnings.join('; ') };
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.kind !== 'refused') throw error;
    return { outcome: 'REJECTED', reason: error.message };
  }
}
