import { feedVerbs } from './feeds.ts';
import { listingVerbs } from './listings.ts';
import { orderVerbs } from './orders.ts';
import { productVerbs } from './products.ts';
import { reportVerbs } from './reports.ts';
import { createTransport, type TransportOptions } from './transport.ts';

export type Marketplace = ReturnType<typeof createMarketplace>;

/**
 * The marketplace, by our verbs. Every call waits for its turn under the marketplace's limits, is tried again where
 * that makes sense, and fails with a `MarketplaceError` that holds no secret and nobody's data.
 */
export function createMarketplace(options: TransportOptions) {
  const transport = createTransport(options);
  return {
    ...feedVerbs(transport),
    ...reportVerbs(transport),
    ...listingVerbs(transport),
    ...orderVerbs(transport),
    ...productVerbs(transport),
    health: transport.health,
  };
}
