import type { Context } from '../../../platform/context.ts';
import type { ChangeReader } from '../../marketplace-events/index.ts';
import { dollars } from '../engine/decision.rules.ts';
import { recordReadListings } from '../listing-state/listing-state.service.ts';
import { LISTINGS_PER_CALL, toLiveListing } from './reread.job.ts';

/** Reads changed listings again, as the check of sent changes does. */
export function listingReader({ db, clock }: Pick<Context, 'db' | 'clock'>): ChangeReader {
  return {
    kind: 'LISTING',
    batch: LISTINGS_PER_CALL,
    operations: ['searchListingsItems'],
    async read(marketplace, skus) {
      const at = clock.now();
      const listings = (await marketplace.listingsOf(skus)).map((listing) => {
        const { priceCents, quantity, status } = toLiveListing(listing);
        return { sku: listing.sku, price: dollars(priceCents), quantity: quantity ?? null, status };
      });
      await db.transaction().execute((tx) => recordReadListings(tx, skus, { listings, at }));
    },
  };
}
