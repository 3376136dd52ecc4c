import { WEBHOOK_VERSION } from '@stowage/contract/webhooks/webhook-events';

interface Event {
  readonly source: string;
  readonly sourceId: number;
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: unknown;
}

/** The same for the same change, also after a restore: receivers skip what they have. */
export function messageId({ source, sourceId }: Pick<Event, 'source' | 'sourceId'>): string {
  return `evt_${source}_${sourceId}`;
}

/** The same bytes at every attempt. */
export function bodyOf(event: Event): string {
  const { type, occurredAt, data } = event;
  return JSON.stringify({ id: messageId(event), type, version: WEBHOOK_VERSION, timestamp: occurredAt.toISOString(), data });
}
