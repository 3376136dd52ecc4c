import { isStorable } from '@stowage/contract/storable-text';
import * as z from 'zod';
import type { ReadKind } from '../reading/event-reader.ts';

/**
 * A message as it matters here: which record changed, and when. It never brings the record's new values. An order's units only keep
 * quantities down until the order is read.
 */
export interface MarketplaceEvent {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  /** The record to read; undefined when nothing reads this event. */
  readonly changed: ChangedRecord | undefined;
}

export interface ChangedRecord {
  readonly kind: ReadKind;
  /** An order's number, an ASIN, a SKU, or the number of a feed or report. */
  readonly subject: string;
  /** The SKU of each unit of an order that is not canceled. */
  readonly skus?: readonly string[];
}

/** The account whose events count. */
export interface OwnAccount {
  readonly sellerId: string;
  readonly marketplaceId: string;
}

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const id = z.string().min(1).max(200);

const envelope = z.object({
  notificationType: z.string().regex(/^[A-Z0-9_]{1,80}$/),
  eventTime: moment,
  notificationMetadata: z.object({ notificationId: id }),
  payload: z.record(z.string(), z.unknown()),
});

const offerChange = z.object({ sellerId: id, offerChangeTrigger: z.object({ marketplaceId: id, asin: id, itemCondition: z.string() }) });
const listing = z.object({ sellerId: id, marketplaceId: id.optional(), sku: id });
const orderItem = z.object({ sellerSKU: id, quantity: z.int().min(0) });
const orderSummary = z.object({
  marketplaceId: id,
  fulfillmentType: z.string(),
  // Nothing here may keep an order from being read.
  orderStatus: z.string().catch(''),
  orderItems: z.array(orderItem).catch([]),
});
const orderChange = z.object({ sellerId: id, amazonOrderId: id, summary: orderSummary });
/** A message that names more units than this is not believed. */
const MAX_UNITS = 1_000;

type Reader = (payload: unknown, own: OwnAccount) => ChangedRecord | undefined;

const ofListing: Reader = (payload, own) => {
  const { sku, ...account } = listing.parse(payload);
  return isOwn(account, own) ? { kind: 'LISTING', subject: sku } : undefined;
};

function ofOffers({ sellerId, offerChangeTrigger: { marketplaceId, asin, itemCondition } }: z.infer<typeof offerChange>, own: OwnAccount) {
  const kind = itemCondition.toLowerCase() === 'new' ? 'NEW_OFFERS' : 'USED_OFFERS';
  return isOwn({ sellerId, marketplaceId }, own) && /^[A-Z0-9]{10}$/.test(asin) ? ({ kind, subject: asin } as const) : undefined;
}

function skusOf({ orderStatus, orderItems }: z.infer<typeof orderSummary>): { readonly skus?: readonly string[] } {
  const units = orderItems.reduce((sum, { quantity }) => sum + quantity, 0);
  if (orderStatus === 'Canceled' || units === 0 || units > MAX_UNITS || orderItems.some(({ sellerSKU }) => !isStorable(sellerSKU))) return {};
  return { skus: orderItems.flatMap(({ sellerSKU, quantity }) => Array.from({ length: quantity }, () => sellerSKU)) };
}

/** The payloads of the official schemas, with the names in camelCase. */
const READERS: Readonly<Record<string, Reader>> = {
  ORDER_CHANGE: (payload, own) => {
    const { sellerId, amazonOrderId, summary } = z.object({ orderChangeNotification: orderChange }).parse(payload).orderChangeNotification;
    const { marketplaceId, fulfillmentType } = summary;
    if (!isOwn({ sellerId, marketplaceId }, own) || fulfillmentType !== 'MFN') return undefined;
    return { kind: 'ORDER', subject: amazonOrderId, ...skusOf(summary) };
  },
  ANY_OFFER_CHANGED: (payload, own) => ofOffers(z.object({ anyOfferChangedNotification: offerChange }).parse(payload).anyOfferChangedNotification, own),
  PRICING_HEALTH: (payload, own) => ofOffers(offerChange.parse(payload), own),
  LISTINGS_ITEM_STATUS_CHANGE: ofListing,
  LISTINGS_ITEM_ISSUES_CHANGE: ofListing,
  LISTINGS_ITEM_MFN_QUANTITY_CHANGE: ofListing,
  FEED_PROCESSING_FINISHED: (payload) => {
    const { feedId } = z.object({ feedProcessingFinishedNotification: z.object({ feedId: id }) }).parse(payload).feedProcessingFinishedNotification;
    return { kind: 'FEED', subject: feedId };
  },
  REPORT_PROCESSING_FINISHED: (payload) => {
    const { reportId } = z.object({ reportProcessingFinishedNotification: z.object({ reportId: id }) }).parse(payload).reportProcessingFinishedNotification;
    return { kind: 'REPORT', subject: reportId };
  },
};

/** The schema of listings' states has another name than its example. */
const SAME_TYPE: Readonly<Record<string, string>> = { LISTINGS_ITEM_STATUS_CHANGED: 'LISTINGS_ITEM_STATUS_CHANGE' };

/** Reads a message. @throws Error saying which field is wrong */
export function readEvent(body: string, own: OwnAccount): MarketplaceEvent {
  const message = checked(() => envelope.parse(camelCase(parsed(body))));
  const type = SAME_TYPE[message.notificationType] ?? message.notificationType;
  const changed = checked(() => READERS[type]?.(message.payload, own));
  return { id: message.notificationMetadata.notificationId, type, at: message.eventTime, changed: changed && checkedSubject(changed) };
}

/** The type of a message that can't be read, as far as it is known. */
export function typeOf(body: string): string {
  const type = /"notificationType"\s*:\s*"([A-Z0-9_]{1,80})"/i.exec(body)?.[1];
  return type === undefined ? 'UNKNOWN' : (SAME_TYPE[type] ?? type);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('The message is not JSON');
  }
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.') || 'The message'}: ${message}`).join('; '));
  }
}

function checkedSubject(changed: ChangedRecord): ChangedRecord {
  if (!isStorable(changed.subject)) throw new Error('The record’s number contains a character that can’t be stored');
  return changed;
}

const isOwn = ({ sellerId, marketplaceId }: { sellerId: string; marketplaceId?: string | undefined }, own: OwnAccount) =>
  sellerId === own.sellerId && (marketplaceId === undefined || marketplaceId === own.marketplaceId);

/** Some types have names in PascalCase, others in camelCase: `ASIN` is `asin`, `AmazonOrderId` is `amazonOrderId`. */
function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameInCamelCase(name), camelCase(inner)]));
}

const nameInCamelCase = (name: string) => name.replace(/^(?:[A-Z]+(?=[A-Z][a-z]|$)|[A-Z])/, (start) => start.toLowerCase());
