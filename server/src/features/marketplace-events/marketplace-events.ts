import type { FastifyInstance } from 'fastify';
import type { Account } from '../../integrations/marketplace/account.ts';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { QueueConfig } from '../../integrations/marketplace/marketplace-config.ts';
import { openQueue } from '../../integrations/queue/sqs.ts';
import type { Context } from '../../platform/context.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { marketplaceEventRoutes } from './marketplace-events.routes.ts';
import type { ChangeReader, ChangeWaker } from './reading/event-reader.ts';
import { continueReadingTask, purgeEventsTask, readChangesTask } from './reading/read-changes.task.ts';
import { createEventIntake } from './receiving/event-intake.service.ts';
import { receiveEvents } from './receiving/receive-events.ts';
import { createQueueSettings } from './settings/queue-settings.service.ts';
import { createSubscriptions } from './settings/subscription.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly marketplaces: MarketplaceSource;
  readonly encryptionKey: Keyring;
  /** The queue in the environment. */
  readonly configured: QueueConfig | undefined;
  /** The simulator's account while the demo runs and no other account is connected. */
  readonly findSimulator: () => Promise<Account | undefined>;
  /** How other areas read changed records again. */
  readonly readers: readonly ChangeReader[];
  readonly wakers: readonly ChangeWaker[];
}

/** Messages of Amazon about changed orders, offers, listings, feeds and reports, received from a queue. */
export function createMarketplaceEvents(deps: Dependencies) {
  const settings = createQueueSettings(deps);
  const intake = createEventIntake(deps);
  const subscriptions = createSubscriptions({ ...deps, settings, openQueue });
  const parts = { ...deps, settings, intake, subscriptions, openQueue };
  return {
    routes: (app: FastifyInstance) => marketplaceEventRoutes(app, parts),
    tasks: [readChangesTask(deps), continueReadingTask(deps), purgeEventsTask(deps)],
    start: () => receiveEvents(parts),
  };
}
