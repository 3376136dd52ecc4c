import { type FeedSubmissions, feedVerbs } from './calls/feeds.ts';
import { listingVerbs } from './calls/listings.ts';
import { orderVerbs } from './calls/orders.ts';
import { productVerbs } from './calls/products.ts';
import { reportVerbs } from './calls/reports.ts';
import { createTransport, type Transport, type TransportOptions } from './transport/transport.ts';

export interface Marketplace extends ReturnType<typeof verbsOf> {
  /**
   * The same marketplace, with the same limits, for work that this signal ends: whoever waits then gets the signal's reason.
   * @param isPatient false where somebody waits for the answer: the first failure is the answer
   */
  until(signal: AbortSignal, options?: { readonly isPatient?: boolean }): Marketplace;
}

/** Where the marketplace of the account that is connected now comes from; the account may change at any time. */
export interface MarketplaceSource {
  /** undefined while no account is connected. */
  current(): Promise<Marketplace | undefined>;
}

/**
 * The marketplace, by our verbs. Every call waits for its turn under the marketplace's limits, is tried again where
 * that makes sense, and fails with a `MarketplaceError` that holds no secret and nobody's data.
 */
export function createMarketplace(options: TransportOptions & { readonly submissions: FeedSubmissions }): Marketplace {
  const over = (transport: Transport): Marketplace => ({
    ...verbsOf(transport, options.submissions),
    until: (signal, patience) => over(transport.until(signal, patience)),
  });
  return over(createTransport(options));
}

function verbsOf(transport: Transport, submissions: FeedSubmissions) {
  const { account } = transport;
  return {
    ...feedVerbs(transport, submissions),
    ...reportVerbs(transport),
    ...listingVerbs(transport),
    ...orderVerbs(transport),
    ...productVerbs(transport),
    /** Who we are there. */
    sellerId: account.sellerId,
    /** Which of the marketplaces, such as that of the United States. */
    marketplaceId: account.marketplaceId,
    readyInMs: transport.readyInMs,
    health: transport.health,
  };
}
