export { createAuditLog } from './audit-log.ts';
