import { sendFeedEvent } from '../events/processing-events.ts';
import type { FeedRecord } from '../records.ts';
import { linkTo, newUploadDocument, readDocument } from '../reports/documents.ts';
import { fields, firstQuery, invalidInput, iso, listOf, notFound, type Operation, pageOf } from '../wire.ts';
import { nextId, type World } from '../world.ts';
import { processListingsFeed } from './listings-feed.ts';

const QUEUE_MS = 5_000;
const PER_MESSAGE_MS = 10;
const BASE = '/feeds/2021-06-30';
/** Feed types that were removed on 2025-07-31. They are still accepted, and then fail. */
const REMOVED_TYPES = ['POST_INVENTORY_AVAILABILITY_DATA', 'POST_PRODUCT_DATA', 'POST_PRODUCT_PRICING_DATA', 'POST_FLAT_FILE_LISTINGS_DATA'];

export function feedOperations(world: World): Operation[] {
  const { state } = world;
  const find = (id: string | undefined) => {
    const feed = state.feeds.get(id ?? '');
    if (feed === undefined) throw notFound(`The feed ${id} does not exist`);
    return feed;
  };
  return [
    {
      name: 'createFeedDocument',
      method: 'POST',
      path: `${BASE}/documents`,
      rate: 0.5,
      burst: 15,
      run: ({ body }) => {
        const { contentType } = fields(body);
        if (typeof contentType !== 'string') throw invalidInput('contentType is required');
        const { id, url } = newUploadDocument(world, contentType);
        return { status: 201, body: { feedDocumentId: id, url } };
      },
    },
    {
      name: 'createFeed',
      method: 'POST',
      path: `${BASE}/feeds`,
      rate: 0.0083,
      burst: 15,
      run: ({ body, now }) => ({ status: 202, body: { feedId: createFeed(world, fields(body), now).feedId } }),
    },
    {
      name: 'getFeeds',
      method: 'GET',
      path: `${BASE}/feeds`,
      rate: 0.0222,
      burst: 10,
      run: ({ query }) => ({ status: 200, body: listFeeds(world, query) }),
    },
    {
      name: 'getFeed',
      method: 'GET',
      path: `${BASE}/feeds/{feedId}`,
      rate: 2,
      burst: 15,
      run: ({ params }) => ({ status: 200, body: toWire(find(params.feedId)) }),
    },
    {
      name: 'cancelFeed',
      method: 'DELETE',
      path: `${BASE}/feeds/{feedId}`,
      rate: 2,
      burst: 15,
      run: ({ params }) => {
        const feed = find(params.feedId);
        if (feed.status !== 'IN_QUEUE') throw invalidInput('Only a feed in the queue can be cancelled');
        feed.status = 'CANCELLED';
        return { status: 200 };
      },
    },
    {
      name: 'getFeedDocument',
      method: 'GET',
      path: `${BASE}/documents/{feedDocumentId}`,
      rate: 0.0222,
      burst: 10,
      run: ({ params }) => {
        const document = state.documents.get(params.feedDocumentId ?? '');
        if (document === undefined) throw notFound('The document does not exist');
        const compression = document.isGzip ? { compressionAlgorithm: 'GZIP' } : {};
        return { status: 200, body: { feedDocumentId: document.id, url: linkTo(world, document.id, 'getFeedDocument'), ...compression } };
      },
    },
  ];
}

function createFeed(world: World, body: Record<string, unknown>, now: number): FeedRecord {
  const { feedType, marketplaceIds, inputFeedDocumentId } = body;
  if (typeof feedType !== 'string' || !Array.isArray(marketplaceIds) || typeof inputFeedDocumentId !== 'string') {
    throw invalidInput('feedType, marketplaceIds and inputFeedDocumentId are required');
  }
  if (feedType === 'JSON_LISTINGS_FEED' && marketplaceIds.length !== 1) throw invalidInput('A listings feed takes exactly one marketplace');
  const content = readDocument(world, inputFeedDocumentId);
  if (content === undefined) throw invalidInput('The input document was not uploaded');
  const { state, faults } = world;
  const fault = faults.strike('createFeed', ['feed-fatal', 'feed-stuck', 'feed-errors']);
  const running = [...state.feeds.values()].filter((feed) => feed.feedType === feedType && ['IN_QUEUE', 'IN_PROGRESS'].includes(feed.status));
  const free = Math.max(now, ...running.map((feed) => feed.endsAt).filter(Number.isFinite));
  const startsAt = fault === 'feed-stuck' ? Number.POSITIVE_INFINITY : free + QUEUE_MS;
  const feed: FeedRecord = {
    feedId: nextId(state),
    feedType,
    marketplaceIds: marketplaceIds as string[],
    inputFeedDocumentId,
    createdAt: now,
    startsAt,
    endsAt: startsAt + (content.toString().split('"messageId"').length - 1) * PER_MESSAGE_MS,
    fault,
    status: 'IN_QUEUE',
    resultFeedDocumentId: undefined,
  };
  state.feeds.set(feed.feedId, feed);
  return feed;
}

/** Advances feeds to the current time. */
export function settleFeeds(world: World, now: number): void {
  for (const feed of world.state.feeds.values()) {
    if (feed.status === 'IN_QUEUE' && now >= feed.startsAt) feed.status = 'IN_PROGRESS';
    if (feed.status !== 'IN_PROGRESS' || now < feed.endsAt) continue;
    finish(world, feed);
    sendFeedEvent(world, feed);
  }
}

function finish(world: World, feed: FeedRecord): void {
  feed.status = 'FATAL';
  if (feed.fault === 'feed-fatal' || REMOVED_TYPES.includes(feed.feedType)) return;
  feed.status = 'DONE';
  if (feed.feedType !== 'JSON_LISTINGS_FEED') return;
  const result = processListingsFeed(world, feed);
  if (result === undefined) feed.status = 'FATAL';
  else feed.resultFeedDocumentId = result;
}

function listFeeds({ state, faults }: World, query: URLSearchParams) {
  // Amazon shows a new feed late.
  if (faults.strike('getFeeds', ['feeds-late']) !== undefined) return { feeds: [] };
  const first = firstQuery(query);
  const types = listOf(first, 'feedTypes');
  if (types.length === 0) throw invalidInput('feedTypes is required');
  const statuses = listOf(first, 'processingStatuses');
  const since = Date.parse(first.get('createdSince') ?? '') || 0;
  const chosen = [...state.feeds.values()].filter(
    (feed) => types.includes(feed.feedType) && (statuses.length === 0 || statuses.includes(feed.status)) && feed.createdAt >= since,
  );
  const { items, nextToken } = pageOf(chosen.reverse(), first);
  return { feeds: items.map(toWire), ...(nextToken !== undefined && { nextToken }) };
}

function toWire(feed: FeedRecord) {
  const hasStarted = ['IN_PROGRESS', 'DONE', 'FATAL'].includes(feed.status);
  return {
    feedId: feed.feedId,
    feedType: feed.feedType,
    marketplaceIds: feed.marketplaceIds,
    createdTime: iso(feed.createdAt),
    processingStatus: feed.status,
    ...(hasStarted && { processingStartTime: iso(feed.startsAt) }),
    ...(['DONE', 'FATAL'].includes(feed.status) && { processingEndTime: iso(feed.endsAt) }),
    ...(feed.resultFeedDocumentId !== undefined && { resultFeedDocumentId: feed.resultFeedDocumentId }),
  };
}
