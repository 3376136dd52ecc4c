export { connected, getMarketplace, needsAccount } from './connected.ts';
export { connectionRoutes } from './connection.routes.ts';
export { type ConnectionService, createConnectionService } from './connection.service.ts';
export { createFeedSubmissions } from './feed-submission.repository.ts';
