export { connected, getMarketplace, needsAccount } from './connected.ts';
export { type ConnectionService, createConnectionService } from './connection.service.ts';
export { createConnection } from './connection.ts';
export { findCredentials } from './credentials.repository.ts';
export { createFeedSubmissions } from './feed-submission.repository.ts';
