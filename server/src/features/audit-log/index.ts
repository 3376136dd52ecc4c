export { auditLogRoutes } from './audit-log.routes.ts';
