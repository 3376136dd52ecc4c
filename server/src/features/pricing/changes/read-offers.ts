import type { OfferAttributes } from '../../../integrations/marketplace/calls/listings.ts';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { listPrices } from '../sync/unsent-change.repository.ts';
import { LISTINGS_PER_CALL } from './reread.job.ts';

interface Reading {
  readonly db: DatabasePool;
  readonly marketplace: Marketplace;
  readonly job: { readonly id: number };
}

/**
 * The offers, on the marketplace, of the listings whose prices a part changes. The largest part takes two minutes, so the
 * quantities must be decided afterwards.
 */
export async function readOffers({ db, marketplace, job }: Reading, part: number): Promise<ReadonlyMap<string, readonly OfferAttributes[]>> {
  const skus = (await listPrices(db, { jobId: job.id, part })).map(({ sku }) => sku);
  const offers = new Map<string, readonly OfferAttributes[]>();
  for (let start = 0; start < skus.length; start += LISTINGS_PER_CALL) {
    for (const [sku, own] of await marketplace.offersOf(skus.slice(start, start + LISTINGS_PER_CALL))) offers.set(sku, own);
  }
  return offers;
}
