export { connected, getMarketplace, needsAccount } from './connected.ts';
export { type ConnectionService, createConnectionService } from './connection.service.ts';
export { createConnection } from './connection.ts';
