/**
 * All called operations of the Selling Partner API, with the rate (calls per second) and burst of their official models. The
 * header `x-amzn-RateLimit-Limit` corrects the rate. A test compares this table with the models.
 */
export const OPERATIONS = {
  createFeedDocument: { api: 'Feeds', rate: 0.5, burst: 15 },
  // A JSON_LISTINGS_FEED may be submitted five times in five minutes, unlike the model's limit of createFeed.
  createFeed: { api: 'Feeds', rate: 5 / 300, burst: 5 },
  getFeeds: { api: 'Feeds', rate: 0.0222, burst: 10 },
  getFeed: { api: 'Feeds', rate: 2, burst: 15 },
  getFeedDocument: { api: 'Feeds', rate: 0.0222, burst: 10 },
  createReport: { api: 'Reports', rate: 0.0167, burst: 15 },
  getReports: { api: 'Reports', rate: 0.0222, burst: 10 },
  getReport: { api: 'Reports', rate: 2, burst: 15 },
  getReportDocument: { api: 'Reports', rate: 0.0167, burst: 15 },
  searchListingsItems: { api: 'Listings', rate: 5, burst: 5 },
  getListingsItem: { api: 'Listings', rate: 5, burst: 10 },
  patchListingsItem: { api: 'Listings', rate: 5, burst: 5 },
  getItemOffersBatch: { api: 'Pricing', rate: 0.1, burst: 1 },
  getCompetitiveSummary: { api: 'Pricing', rate: 0.033, burst: 1 },
  getMyFeesEstimateForASIN: { api: 'Fees', rate: 1, burst: 2 },
  getMyFeesEstimates: { api: 'Fees', rate: 0.5, burst: 1 },
  searchOrders: { api: 'Orders', rate: 0.0056, burst: 20 },
  getOrder: { api: 'Orders', rate: 0.5, burst: 30 },
  confirmShipment: { api: 'Orders', rate: 2, burst: 10 },
  getDestinations: { api: 'Notifications', rate: 1, burst: 5 },
  createDestination: { api: 'Notifications', rate: 1, burst: 5 },
  getSubscription: { api: 'Notifications', rate: 1, burst: 5 },
  createSubscription: { api: 'Notifications', rate: 1, burst: 5 },
  searchCatalogItems: { api: 'Catalog', rate: 2, burst: 2 },
} as const satisfies Record<string, { api: string; rate: number; burst: number }>;

export type OperationName = keyof typeof OPERATIONS;
