import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';

/** The types of events that Stowage subscribes to, with what each makes it do. */
export const EVENT_TYPES = {
  ORDER_CHANGE: 'Reads the order',
  ANY_OFFER_CHANGED: 'Reads the offers of the product',
  PRICING_HEALTH: 'Reads the offers of the product',
  LISTINGS_ITEM_STATUS_CHANGE: 'Reads the listing',
  LISTINGS_ITEM_ISSUES_CHANGE: 'Reads the listing',
  LISTINGS_ITEM_MFN_QUANTITY_CHANGE: 'Reads the listing',
  FEED_PROCESSING_FINISHED: 'Continues the job that waits for the feed',
  REPORT_PROCESSING_FINISHED: 'Continues the import that waits for the report',
  FBA_OUTBOUND_SHIPMENT_STATUS: 'Only counted',
} as const;
export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** ELSEWHERE: events of this type are sent to another queue. UNKNOWN: not checked yet. */
export const SUBSCRIPTION_STATES = ['ON', 'MISSING', 'ELSEWHERE', 'REFUSED', 'UNKNOWN'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** The environment takes precedence over an entered queue, and this over the simulator's. */
const QUEUE_SOURCES = ['ENVIRONMENT', 'ENTERED', 'SIMULATOR', 'NONE'] as const;
export type QueueSource = (typeof QUEUE_SOURCES)[number];

/** Amazon's AWS account, which sends the messages. */
export const AMAZON_PRINCIPAL = '437568002678';

/** How many failed events the state lists, the newest. */
export const FAILED_EVENTS_SHOWN = 20;

/** ISO 8601, UTC. */
const moment = z.string().nullable();

const eventQueue = z.object({
  source: z.enum(QUEUE_SOURCES),
  url: z.string().nullable(),
  region: z.string().nullable(),
  /** Known after the first answer of the queue. */
  arn: z.string().nullable(),
  entered_by: z.string().nullable(),
  entered_at: moment,
  /** The keys were encrypted with another key and can't be read. */
  is_unreadable: z.boolean(),
  last_answer_at: moment,
  last_error: z.string().nullable(),
  last_error_at: moment,
  /** Messages in the queue, at the last look. */
  waiting: z.number().nullable(),
});

const eventSubscription = z.object({
  type: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  /** Why it is not on, and what to do. */
  reason: z.string().nullable(),
  checked_at: moment,
  received: z.number(),
  duplicates: z.number(),
  outdated: z.number(),
  /** Acknowledged without an effect. */
  unread: z.number(),
  failed: z.number(),
  last_received_at: moment,
});
export type EventSubscription = z.infer<typeof eventSubscription>;

const failedEvent = z.object({ id: z.number(), type: z.string(), error: z.string(), failed_at: z.string() });
export type FailedEvent = z.infer<typeof failedEvent>;

const marketplaceEvents = z.object({
  queue: eventQueue,
  types: z.array(eventSubscription),
  last_received_at: moment,
  /** Whether orders are polled less often, because their events arrive. */
  is_polling_slowly: z.boolean(),
  /** Records that changed on Amazon and are not read yet. */
  unread_changes: z.number(),
  failed_count: z.number(),
  failed: z.array(failedEvent),
});
export type MarketplaceEvents = z.infer<typeof marketplaceEvents>;

const outcome = z.object({ success: z.boolean(), message: z.string() });

export const getMarketplaceEvents = endpoint('GET /api/marketplace/events', {
  summary: 'The queue of Amazon’s events, the subscriptions by type, and failed events',
  response: marketplaceEvents,
});

export const checkSubscriptions = endpoint('POST /api/marketplace/events/check', {
  summary: 'Ask Amazon which events are sent to the queue',
  response: outcome,
});

export const subscribeToEvents = endpoint('POST /api/marketplace/events/subscribe', {
  summary: 'Create the missing subscriptions',
  response: outcome,
});

export const retryFailedEvents = endpoint('POST /api/marketplace/events/retry', {
  summary: 'Process the failed events again',
  response: outcome,
});

export const queueInput = z
  .object({
    url: z.url({ protocol: /^https?$/, error: 'The address of the queue, such as https://sqs.us-east-1.amazonaws.com/123456789012/stowage' }).max(500),
    region: z
      .string()
      .trim()
      .regex(/^[a-z0-9-]{1,40}$/, 'Such as us-east-1'),
    /** Empty: the keys of the machine. */
    access_key_id: z.string().trim().max(200),
    secret_access_key: z.string().trim().max(200),
  })
  .refine(({ access_key_id, secret_access_key }) => (access_key_id === '') === (secret_access_key === ''), {
    path: ['secret_access_key'],
    error: 'Enter both keys, or neither',
  });

export const saveEventQueue = endpoint('PUT /api/marketplace/events/queue', {
  summary: 'Enter or replace the queue of Amazon’s events',
  body: queueInput,
  response: success,
  reasons: ['set_by_environment'],
});

export const removeEventQueue = endpoint('DELETE /api/marketplace/events/queue', {
  summary: 'Remove the entered queue',
  response: success,
});
