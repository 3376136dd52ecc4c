export { auditArchive } from './audit-archive.ts';
export { verifyChain } from './audit-chain.service.ts';
export { createAuditLog } from './audit-log.ts';
export { auditJsonLines } from './json-lines.ts';
