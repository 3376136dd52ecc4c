import { EVENT_TYPE_NAMES, type EventType } from '@stowage/contract/marketplace-events/marketplace-events';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import { type MessageQueue, type QueueAddress, QueueError } from '../../../integrations/queue/message-queue.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Context } from '../../../platform/context.ts';
import { saveQueueState } from './queue-settings.repository.ts';
import type { QueueSettings } from './queue-settings.service.ts';
import { destinationRefusalOf, refusalOf } from './refusal.rules.ts';
import { type CheckedSubscription, saveSubscriptions } from './subscription.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  readonly settings: QueueSettings;
  readonly openQueue: (address: QueueAddress) => Promise<MessageQueue>;
}

interface Result {
  readonly success: boolean;
  readonly message: string;
}

/** The versions of the official examples. */
const DATED_VERSION = '2020-09-04';
const versionOf = (type: EventType) => (type.endsWith('_PROCESSING_FINISHED') ? DATED_VERSION : '1.0');
const ELSEWHERE = 'Amazon sends these events to another queue. Remove that subscription with the program that made it, then subscribe.';

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Which events Amazon sends to the queue. */
export function createSubscriptions(deps: Dependencies) {
  const { db, clock } = deps;
  return {
    check: () => describing(async () => summaryOf(await checkAll(await reach(deps)))),

    /** Creates what is missing. @param userId null for the demo's simulator */
    subscribe: (userId: number | null) =>
      describing(async () => {
        const reached = await reach(deps);
        const destinationId = reached.destinationId ?? (await createDestination(reached));
        const checked = await checkAll({ ...reached, destinationId }, (type) =>
          reached.marketplace.subscribe(type, { destinationId, payloadVersion: versionOf(type) }),
        );
        if (userId !== null) {
          const on = checked.filter(({ state }) => state === 'ON').map(({ type }) => type);
          await db
            .transaction()
            .execute((tx) => writeAuditEntry(tx, { action: 'SUBSCRIBED', record: { kind: 'marketplace_queue', id: 1 }, after: { arn: reached.arn, on } }));
        }
        return summaryOf(checked);
      }),
  };

  async function checkAll({ marketplace, destinationId }: Reached, create?: (type: EventType) => Promise<void>): Promise<CheckedSubscription[]> {
    const checked: CheckedSubscription[] = [];
    for (const type of EVENT_TYPE_NAMES) checked.push(await checkOne(marketplace, { type, destinationId, create }));
    await saveSubscriptions(db, checked, clock.now());
    return checked;
  }
}

interface Reached {
  readonly marketplace: Marketplace;
  readonly arn: string;
  /** Amazon's number of the queue; undefined before the first subscription. */
  readonly destinationId: string | undefined;
}

/** Looks at the queue, and whether Amazon knows it. @throws QueueError, MarketplaceError */
async function reach({ db, clock, marketplaces, settings, openQueue }: Dependencies): Promise<Reached> {
  const marketplace = await marketplaces.current();
  if (marketplace === undefined) throw new QueueError('No marketplace account is connected');
  const { address, source } = await settings.find();
  if (address === undefined) throw new QueueError(source === 'ENTERED' ? 'The keys of the queue can’t be read. Enter them again.' : 'Enter a queue first');
  const queue = await openQueue(address);
  try {
    const { arn, waiting } = await queue.state();
    await saveQueueState(db, { arn, waiting, lastAnswerAt: clock.now() });
    const destinationId = (await marketplace.destinations()).find((destination) => destination.arn === arn)?.destinationId;
    return { marketplace, arn, destinationId };
  } finally {
    queue.close();
  }
}

const createDestination = ({ marketplace, arn }: Reached) => marketplace.createDestination(`stowage-${arn.split(':').at(-1)}`.slice(0, 256), arn);

async function checkOne(
  marketplace: Marketplace,
  { type, destinationId, create }: { type: EventType; destinationId: string | undefined; create: ((type: EventType) => Promise<void>) | undefined },
): Promise<CheckedSubscription> {
  try {
    const found = await marketplace.subscription(type);
    if (found !== undefined)
      return found.destinationId === destinationId ? { type, state: 'ON', reason: null } : { type, state: 'ELSEWHERE', reason: ELSEWHERE };
    await create?.(type);
    return create === undefined ? { type, state: 'MISSING', reason: null } : { type, state: 'ON', reason: null };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return { type, state: 'REFUSED', reason: refusalOf(type, error) };
  }
}

function summaryOf(checked: readonly CheckedSubscription[]): Result {
  const on = checked.filter(({ state }) => state === 'ON').length;
  const all = checked.length;
  return on === all
    ? { success: true, message: `Amazon sends all ${all} types of events to the queue` }
    : { success: false, message: `Amazon sends ${on} of ${all} types of events to the queue. The table says what to do.` };
}

async function describing(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QueueError) return { success: false, message: error.message };
    if (error instanceof MarketplaceError) return { success: false, message: destinationRefusalOf(error) };
    throw error;
  }
}
