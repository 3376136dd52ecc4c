import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import * as changes from '../sync/change.repository.ts';
import { patchesOf } from '../sync/change-patches.rules.ts';

interface Patching extends Pick<Context, 'db' | 'clock'> {
  readonly marketplace: Marketplace;
  readonly job: { readonly id: number };
}

/** Stores each answer immediately: after a crash at most one patch is sent again, which is harmless because it sets a value. */
export async function patchAll({ db, clock, marketplace, job }: Patching, part: number, open: readonly changes.PlannedChange[], note?: string): Promise<void> {
  for (const change of open) {
    const answer = await patchOne(marketplace, change);
    const reason = [note, answer.reason].filter(Boolean).join('; ') || null;
    await changes.saveAnswers(db, { jobId: job.id, part, answers: [{ position: change.position, ...answer, reason }], at: clock.now() });
  }
}

async function patchOne(marketplace: Marketplace, change: changes.PlannedChange): Promise<Omit<changes.Answer, 'position'>> {
  try {
    const offers = change.price === undefined ? [] : await marketplace.offerAttributes(change.sku);
    const { warnings } = await marketplace.patchListing(change.sku, patchesOf(change, marketplace.marketplaceId, offers));
    return warnings.length === 0 ? { outcome: 'ACCEPTED', reason: null } : { outcome: 'WARNING', reason: warnings.join('; ') };
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.kind !== 'refused') throw error;
    return { outcome: 'REJECTED', reason: error.message };
  }
}
