import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { integerId, recordId, recordParams } from '../formats/ids.ts';
import { WEBHOOK_EVENT_TYPES } from './webhook-events.ts';

export const MAX_WEBHOOKS = 20;
export const DELIVERIES_PAGE_SIZE = 50;
/** The retention of events and deliveries. */
export const WEBHOOK_DAYS = 30;
/** Without a success for so long, an endpoint is paused; an event that others overtake is given up. */
export const GIVE_UP_HOURS = 72;
export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED'] as const;

const webhook = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  state: z.enum(['ACTIVE', 'PAUSED']),
  /** Why Stowage paused it; null when a person did. */
  pause_reason: z.string().nullable(),
  /** ISO 8601, like the other times. */
  paused_at: z.string().nullable(),
  failing_since: z.string().nullable(),
  retry_at: z.string().nullable(),
  last_success_at: z.string().nullable(),
  /** Events that wait, and those that were given up. */
  waiting: z.number(),
  failed: z.number(),
  version: z.number(),
});
export type Webhook = z.infer<typeof webhook>;

const delivery = z.object({
  event_id: z.number(),
  /** The header `webhook-id`. */
  message_id: z.string(),
  type: z.string(),
  record: z.string(),
  occurred_at: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  last_attempt_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  status: z.number().nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().nullable(),
  body: z.string(),
});
export type Delivery = z.infer<typeof delivery>;

/** `http:` is for the machine itself, and only where the server's settings allow it. */
function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}

export const webhookInput = z.object({
  url: z.string().trim().max(2_000).refine(isWebhookUrl, 'Enter an address that begins with https:// and has no password'),
  description: z.string().trim().max(200).default(''),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)).min(1, 'Choose at least one event'),
});

const withSecret = z.object({
  id: z.number(),
  /** `whsec_…`: shown once. */
  secret: z.string(),
});

export const listWebhooks = endpoint('GET /api/webhooks', { summary: 'List the endpoints that receive events', response: z.array(webhook) });

export const createWebhook = endpoint('POST /api/webhooks', {
  summary: 'Add an endpoint that receives events. The secret that signs them is in the response and can’t be read again',
  body: webhookInput,
  response: withSecret,
  reasons: ['too_many_webhooks'],
});

export const changeWebhook = endpoint('POST /api/webhooks/:id', {
  summary: 'Change the address or the events of an endpoint',
  params: recordParams,
  body: webhookInput.extend({ version: integerId }),
  response: success,
  reasons: ['changed_meanwhile'],
});

export const replaceWebhookSecret = endpoint('POST /api/webhooks/:id/secret', {
  summary: 'Replace the secret of an endpoint. The old one stops signing at once',
  params: recordParams,
  response: withSecret,
});

export const removeWebhook = endpoint('DELETE /api/webhooks/:id', {
  summary: 'Remove an endpoint with its deliveries',
  params: recordParams,
  response: success,
});

export const pauseWebhook = endpoint('POST /api/webhooks/:id/pause', {
  summary: 'Pause an endpoint. Its events wait',
  params: recordParams,
  response: success,
});

export const resumeWebhook = endpoint('POST /api/webhooks/:id/resume', {
  summary: 'Resume an endpoint, and try at once',
  params: recordParams,
  response: success,
});

export const testWebhook = endpoint('POST /api/webhooks/:id/test', {
  summary: 'Send a test event now',
  params: recordParams,
  response: delivery,
});

export const listDeliveries = endpoint('GET /api/webhooks/:id/deliveries', {
  summary: `List the deliveries of an endpoint in the last ${WEBHOOK_DAYS} days, newest first`,
  params: recordParams,
  query: z.object({ state: z.enum(DELIVERY_STATES).optional(), before: recordId.optional() }),
  response: z.object({ data: z.array(delivery), next: z.number().nullable() }),
});

export const replayDeliveries = endpoint('POST /api/webhooks/:id/replay', {
  summary: 'Send events again, with the same ids and in order: those with the given ids, or those that occurred in a range',
  params: recordParams,
  body: z.union([
    z.object({ event_ids: z.array(recordId).min(1).max(1_000) }),
    z.object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }),
  ]),
  response: z.object({ replayed: z.number() }),
});
