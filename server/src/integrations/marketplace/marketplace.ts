import { type FeedSubmissions, feedVerbs } from './feeds.ts';
import { listingVerbs } from './listings.ts';
import { orderVerbs } from './orders.ts';
import { productVerbs } from './products.ts';
import { reportVerbs } from './reports.ts';
import { createTransport, type TransportOptions } from './transport.ts';

export type Marketplace = ReturnType<typeof createMarketplace>;

/** Where the marketplace of the account that is connected now comes from; the account may change at any time. */
export interface MarketplaceSource {
  /** undefined while no account is connected. */
  current(): Promise<Marketplace | undefined>;
}

/**
 * The marketplace, by our verbs. Every call waits for its turn under the marketplace's limits, is tried again where
 * that makes sense, and fails with a `MarketplaceError` that holds no secret and nobody's data.
 */
export function createMarketplace(options: TransportOptions & { readonly submissions: FeedSubmissions }) {
  const transport = createTransport(options);
  return {
    ...feedVerbs(transport, options.submissions),
    ...reportVerbs(transport),
    ...listingVerbs(transport),
    ...orderVerbs(transport),
    ...productVerbs(transport),
    /** Who we are there. */
    sellerId: options.account.sellerId,
    /** Which of the marketplaces, such as that of the United States. */
    marketplaceId: options.account.marketplaceId,
    readyInMs: transport.readyInMs,
    health: transport.health,
  };
}
