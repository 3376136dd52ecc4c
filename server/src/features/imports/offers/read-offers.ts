import { MAX_BATCH } from '../../../integrations/marketplace/calls/products.ts';
import type { Context } from '../../../platform/context.ts';
import type { ChangeReader } from '../../marketplace-events/index.ts';
import { saveOffers } from './offer.repository.ts';

/** The competitive price is read with the offers if its call, which has the lowest limit of all, need not wait. */
const MAX_WAIT_MS = 1_000;

/** Reads the offers of changed products in one group of conditions, as the import of offers does. */
export function offerReaders({ db, clock }: Pick<Context, 'db' | 'clock'>): ChangeReader[] {
  const readerOf = (kind: 'NEW_OFFERS' | 'USED_OFFERS', group: 'New' | 'Used'): ChangeReader => ({
    kind,
    batch: MAX_BATCH,
    operations: ['getItemOffersBatch'],
    async read(marketplace, asins) {
      const offers = await marketplace.offersFor(asins, group);
      const isFree = (await marketplace.readyInMs('getCompetitiveSummary')) <= MAX_WAIT_MS;
      const prices = isFree ? await marketplace.competitivePrices(asins) : [];
      const sample = { New: [], Used: [], prices, [group]: offers };
      await saveOffers(db, sample, { asins, ownSellerId: marketplace.sellerId, now: clock.now() });
    },
  });
  return [readerOf('NEW_OFFERS', 'New'), readerOf('USED_OFFERS', 'Used')];
}
