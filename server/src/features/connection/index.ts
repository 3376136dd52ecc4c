export { connected, getMarketplace, needsAccount } from './connected.ts';
export { type ConnectionService, createConnectionService, findEnteredAccount, MARKETPLACE_SECRETS } from './connection.service.ts';
export { createConnection } from './connection.ts';
