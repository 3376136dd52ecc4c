import type { ApiHealth } from '@stowage/contract/connection/marketplace-connection';

/** What Stowage does with each of Amazon's APIs, for the person who grants the permissions. */
const API_USES: Readonly<Record<string, string>> = {
  Catalog: 'names and pictures of products',
  Feeds: 'prices and quantities of many listings, and shipments',
  Fees: 'fee estimates and floors of prices',
  Listings: 'prices and quantities of single listings',
  Notifications: 'changes within seconds',
  Orders: 'orders, their buyers and shipments',
  Pricing: 'competitors’ offers and reference prices',
  Reports: 'listings, FBA stock, returns, removals and reimbursements',
};

export function purposeOf(api: string): string | undefined {
  return API_USES[api];
}

/** Whether the newest call was refused for a missing permission. */
export function isRefused({ lastSuccessAt, lastErrorAt, lastError }: Pick<ApiHealth, 'lastSuccessAt' | 'lastErrorAt' | 'lastError'>): boolean {
  return (lastErrorAt ?? '') > (lastSuccessAt ?? '') && /\b40[13]\b/.test(lastError ?? '');
}
