export { isPollDue } from './event-flow.service.ts';
export type { ChangeReader, ChangeWaker } from './event-reader.ts';
export { createMarketplaceEvents } from './marketplace-events.ts';
export { QUEUE_SECRETS } from './settings/queue-settings.service.ts';
