export { isPollDue } from './event-flow.service.ts';
export { createMarketplaceEvents } from './marketplace-events.ts';
export type { ChangeReader, ChangeWaker } from './reading/event-reader.ts';
export { QUEUE_SECRETS } from './settings/queue-settings.service.ts';
