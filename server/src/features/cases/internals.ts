// For the demo data and for tests: they write and read rows that no use case does.
export { lockCase } from './review/case.repository.ts';
export { moveTo, requireCase } from './review/case-change.ts';
export { insertEvent } from './review/case-event.repository.ts';
export { createCase } from './review/create-case.ts';
export { updateMarketplaceData } from './review/marketplace-data.ts';
