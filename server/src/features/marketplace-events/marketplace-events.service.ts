import type { MarketplaceEvents } from '@stowage/contract/marketplace-events/marketplace-events';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import { areEventsFlowing } from './event-flow.service.ts';
import { countOpenWork, findQueueHealth, listEventTypes, listFailed } from './marketplace-events.read-model.ts';
import type { EventIntake } from './receiving/event-intake.service.ts';
import type { QueueSettings } from './settings/queue-settings.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  readonly settings: QueueSettings;
  readonly intake: EventIntake;
}

/** The state of events, for the page of the connection. */
export async function stateOfEvents({ db, clock, settings }: Dependencies): Promise<MarketplaceEvents> {
  const { source, address, stored } = await settings.find();
  const health = await findQueueHealth(db);
  const types = await listEventTypes(db);
  const { failed: failed_count, changes } = await countOpenWork(db);
  const isEntered = source === 'ENTERED';
  const { url, region } = address ?? (isEntered ? stored : undefined) ?? {};
  return {
    queue: {
      source,
      url: url ?? null,
      region: region ?? null,
      arn: health?.arn ?? null,
      entered_by: isEntered ? (stored?.enteredBy ?? null) : null,
      entered_at: isEntered ? (stored?.enteredAt.toISOString() ?? null) : null,
      is_unreadable: isEntered && address === undefined,
      last_answer_at: health?.last_answer_at?.toISOString() ?? null,
      last_error: health?.last_error ?? null,
      last_error_at: health?.last_error_at?.toISOString() ?? null,
      waiting: health?.waiting ?? null,
    },
    types,
    last_received_at: types.reduce<string | null>((last, { last_received_at: at }) => (at !== null && at > (last ?? '') ? at : last), null),
    is_polling_slowly: await areEventsFlowing({ db, clock }, 'ORDER_CHANGE'),
    unread_changes: changes,
    failed_count,
    failed: await listFailed(db),
  };
}

/** Processes the failed events again. */
export async function retryFailed({ marketplaces, intake }: Dependencies): Promise<{ success: boolean; message: string }> {
  const account = await marketplaces.current();
  if (account === undefined) return { success: false, message: 'No marketplace account is connected' };
  const { done, failed } = await intake.retry(account);
  const message = failed === 0 ? `${done} events were processed` : `${done} events were processed, ${failed} still fail`;
  return { success: failed === 0, message };
}
