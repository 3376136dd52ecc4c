import { createRandom } from '../random.ts';
import type { FeedRecord } from '../records.ts';
import { readDocument, storeResult } from '../reports/documents.ts';
import { type Listing, newListing, type State } from '../state.ts';
import type { World } from '../world.ts';
import { accept, type Issue, latestAttributes, patched, replaced } from './listing-patch.ts';

interface Message {
  readonly messageId?: number;
  readonly sku?: string;
  readonly operationType?: string;
  readonly productType?: string;
  readonly patches?: unknown;
  readonly attributes?: unknown;
}

interface ReportedIssue {
  messageId?: number;
  code: string;
  severity: Issue['severity'];
  message: string;
  attributeName?: string;
}

const MAX_MESSAGES = 25_000;
/** The share of messages that an injected fault refuses in a partly failing feed. */
const FAULTY_SHARE = 0.2;

/**
 * Processes a listings feed and changes the listings.
 * @returns the id of its processing report; undefined when the whole feed fails
 */
export function processListingsFeed(world: World, feed: FeedRecord): string | undefined {
  let content: { messages?: Message[] };
  try {
    content = JSON.parse(readDocument(world, feed.inputFeedDocumentId)?.toString() ?? '') as typeof content;
  } catch {
    return undefined;
  }
  const messages = content.messages ?? [];
  if (messages.length === 0 || messages.length > MAX_MESSAGES) return undefined;
  const ids = messages.map((message) => message.messageId);
  const isRepeated = new Set(ids).size < ids.length;
  const random = createRandom(Number(feed.feedId));
  const issues: ReportedIssue[] = isRepeated ? [{ code: '4000004', severity: 'ERROR', message: 'The message ids are not unique.' }] : [];
  let accepted = 0;
  for (const message of isRepeated ? [] : messages) {
    const found = feed.fault === 'feed-errors' && random() < FAULTY_SHARE ? [unknownFault()] : work(world, message, feed.endsAt);
    issues.push(...found.map((issue) => toReported(issue, message)));
    if (!found.some((issue) => issue.severity === 'ERROR')) accepted += 1;
  }
  const errors = issues.filter((issue) => issue.severity === 'ERROR').length;
  const report = {
    header: { sellerId: world.state.sellerId, version: '2.0', feedId: feed.feedId },
    issues,
    summary: {
      errors,
      warnings: issues.length - errors,
      messagesProcessed: messages.length,
      messagesAccepted: accepted,
      messagesInvalid: messages.length - accepted,
    },
  };
  return storeResult(world, Buffer.from(JSON.stringify(report)), 'application/json; charset=UTF-8');
}

function work({ state }: World, message: Message, at: number): Issue[] {
  const listing = state.listings.get(message.sku ?? '');
  if (listing?.rejection !== undefined) return [refusal(listing.rejection)];
  if (message.operationType === 'DELETE') {
    state.listings.delete(message.sku ?? '');
    return listing === undefined ? [refusal('The SKU does not exist.')] : [];
  }
  if (!['PATCH', 'UPDATE', 'PARTIAL_UPDATE'].includes(message.operationType ?? '')) return [refusal(`The operation ${message.operationType} is not known.`)];
  if (typeof message.productType !== 'string') return [refusal('productType is required.')];
  // Only a full update creates a listing.
  const made = message.operationType === 'UPDATE' ? madeOf(state, message, at) : undefined;
  const target = listing ?? made;
  if (target === undefined) return [refusal('The SKU does not exist.')];
  const current = latestAttributes(target);
  const { attributes, issues } =
    message.operationType === 'PATCH'
      ? patched(current, message.patches)
      : replaced(current, message.attributes, { isPartial: message.operationType === 'PARTIAL_UPDATE' });
  if (issues.some((issue) => issue.severity === 'ERROR')) return issues;
  accept(target, attributes, at);
  state.listings.set(target.sku, target);
  return issues;
}

function madeOf(state: State, { sku, attributes }: Message, at: number): Listing | undefined {
  if (sku === undefined || sku === '' || typeof attributes !== 'object' || attributes === null) return undefined;
  return newListing(state, sku, attributes as Record<string, unknown>, at);
}

const refusal = (message: string): Issue => ({ code: '8541', severity: 'ERROR', message });
const unknownFault = (): Issue => ({ code: '99001', severity: 'ERROR', message: 'A value could not be validated.' });

function toReported({ code, severity, message, attributeNames }: Issue, { messageId }: Message): ReportedIssue {
  const attributeName = attributeNames?.[0];
  return { ...(messageId !== undefined && { messageId }), code, severity, message, ...(attributeName !== undefined && { attributeName }) };
}
