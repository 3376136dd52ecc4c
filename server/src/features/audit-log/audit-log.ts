import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connect.ts';
import { auditLogRoutes } from './audit-log.routes.ts';

export const createAuditLog = (deps: { readonly db: Database }) => ({
  routes: (app: FastifyInstance) => auditLogRoutes(app, deps),
});
