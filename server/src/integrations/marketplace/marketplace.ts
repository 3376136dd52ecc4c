import { type FeedSubmissions, feedCalls } from './calls/feeds.ts';
import { listingCalls } from './calls/listings.ts';
import { notificationCalls } from './calls/notifications.ts';
import { orderCalls } from './calls/orders.ts';
import { productCalls } from './calls/products.ts';
import { reportCalls } from './calls/reports.ts';
import { createTransport, type Transport, type TransportOptions } from './transport/transport.ts';

export interface Marketplace extends ReturnType<typeof callsOf> {
  /**
   * The same marketplace with the same limits, for work that the signal ends: waiting calls then throw the signal's reason.
   * @param isPatient false disables retries, for when a person waits for the answer
   */
  until(signal: AbortSignal, options?: { readonly isPatient?: boolean }): Marketplace;
}

/** Provides the marketplace of the connected account, which can change at any time. */
export interface MarketplaceSource {
  /** undefined when no account is connected. */
  current(): Promise<Marketplace | undefined>;
}

/**
 * The client of the marketplace. Every call waits for the rate limit, is retried when that makes sense, and fails with a
 * `MarketplaceError` that contains no secrets and no personal data.
 */
export function createMarketplace(options: TransportOptions & { readonly submissions: FeedSubmissions }): Marketplace {
  const withTransport = (transport: Transport): Marketplace => ({
    ...callsOf(transport, options.submissions),
    until: (signal, patience) => withTransport(transport.until(signal, patience)),
  });
  return withTransport(createTransport(options));
}

function callsOf(transport: Transport, submissions: FeedSubmissions) {
  const { account } = transport;
  return {
    ...feedCalls(transport, submissions),
    ...reportCalls(transport),
    ...listingCalls(transport),
    ...orderCalls(transport),
    ...productCalls(transport),
    ...notificationCalls(transport),
    sellerId: account.sellerId,
    marketplaceId: account.marketplaceId,
    readyInMs: transport.readyInMs,
    health: transport.health,
  };
}
