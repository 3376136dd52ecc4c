interface EventType {
  readonly label: string;
  /** The live topic that announces the same change. */
  readonly topic: string;
}

/** The version of the bodies. Fields may be added to a version, never removed or changed. */
export const WEBHOOK_VERSION = 1;

/** What endpoints can receive. Bodies name records and what happened to them, never buyers, prices or free text. */
export const WEBHOOK_EVENTS = {
  'stock.added': { label: 'A unit was added to stock', topic: 'inventory-history' },
  'stock.moved': { label: 'A unit was moved', topic: 'inventory-history' },
  'stock.counted': { label: 'An audit confirmed a unit', topic: 'inventory-history' },
  'stock.removed': { label: 'A unit left stock', topic: 'inventory-history' },
  'stock.condition_changed': { label: 'The listing or condition of a unit changed', topic: 'inventory-history' },
  'stock.status_changed': { label: 'A unit was reserved, packed or released', topic: 'inventory-history' },
  'order.changed': { label: 'An order changed', topic: 'orders' },
  'case.changed': { label: 'A case changed', topic: 'qrcases' },
  'purchase_order.changed': { label: 'A purchase order or packing list changed, or units were received', topic: 'receiving' },
  'return.arrived': { label: 'A returned box arrived', topic: 'returns' },
  'return.graded': { label: 'Returned units got a disposition', topic: 'returns' },
  'return.voided': { label: 'A disposition was voided', topic: 'returns' },
  'feed.submitted': { label: 'A part of a feed was sent to Amazon', topic: 'feed-status' },
  'feed.processed': { label: 'Amazon processed a part of a feed', topic: 'feed-status' },
  'feed.finished': { label: 'A job that changes listings ended', topic: 'feed-status' },
  'quantity.answered': { label: 'Amazon answered an offered quantity', topic: 'offered-quantities' },
  'count.changed': { label: 'A count changed', topic: 'counts' },
  'location.changed': { label: 'A location changed', topic: 'inventory-locations' },
  'invoice.changed': { label: 'A vendor’s invoice changed', topic: 'purchase-money' },
  'credit.changed': { label: 'A vendor credit changed', topic: 'purchase-money' },
  'job.finished': { label: 'A job finished or failed', topic: 'jobs' },
} as const satisfies Record<string, EventType>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];

/** What “Send test” sends, to every endpoint. */
export const TEST_EVENT = 'webhook.test';
