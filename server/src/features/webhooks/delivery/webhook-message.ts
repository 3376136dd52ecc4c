import { createHmac, randomBytes } from 'node:crypto';
import { WEBHOOK_VERSION } from '@stowage/contract/webhooks/webhook-events';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

interface Event {
  readonly source: string;
  readonly sourceId: number;
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: unknown;
}

export function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
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

/** The headers of Standard Webhooks (standardwebhooks.com). */
export function signedHeaders(secret: string, { id, body, now }: { id: string; body: string; now: Date }): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
