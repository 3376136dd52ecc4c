export { connectionRoutes } from './connection.routes.ts';
export { type ConnectionService, createConnectionService } from './connection.service.ts';
