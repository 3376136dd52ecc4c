import { text } from 'node:stream/consumers';
import { FeedsApi } from '@sp-api-sdk/feeds-api-2021-06-30';
import { download, upload } from './documents.ts';
import { MarketplaceError } from './marketplace-error.ts';
import { retryPauseMs } from './retry.rules.ts';
import type { Transport } from './transport.ts';

/** One change of a listing; its attributes are spelled as the marketplace's listings schema has them. */
export interface ListingChange {
  readonly sku: string;
  readonly patches: readonly ListingPatch[];
}

export interface ListingPatch {
  readonly op: 'add' | 'replace' | 'merge' | 'delete';
  /** `fulfillment_availability`, `purchasable_offer`. */
  readonly attribute: string;
  readonly value: readonly Readonly<Record<string, unknown>>[];
}

export interface FeedProgress {
  readonly status: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'FATAL' | 'CANCELLED';
  /** Set when there is a processing report to read. */
  readonly reportDocumentId: string | undefined;
}

/** What the marketplace says of each message. Accepted does not yet mean live. */
export interface FeedOutcome {
  readonly processed: number;
  readonly accepted: number;
  readonly invalid: number;
  /** `messageIndex` counts from 0 in the order of submission; without one the issue is the whole file's. */
  readonly issues: readonly { messageIndex: number | undefined; isError: boolean; code: string | undefined; message: string }[];
}

/** More than this in one feed takes hours; the marketplace's own limit is 25,000. */
export const MAX_CHANGES_PER_FEED = 10_000;
const FEED_TYPE = 'JSON_LISTINGS_FEED';
const CONTENT_TYPE = 'application/json; charset=UTF-8';
/** How far the marketplace's clock and ours may be apart when we look for a feed of ours. */
const CLOCK_TOLERANCE_MS = 120_000;

export function feedVerbs(transport: Transport) {
  const { account, http, perform, sleep } = transport;
  const api = new FeedsApi(undefined, account.baseUrl, http);
  const submitted = new Set<string>();
  let lastSubmission: Promise<unknown> = Promise.resolve();

  /** A fresh document per attempt: a link that has run out is of no use any more. @returns the document's id */
  const uploadDocument = async (content: string): Promise<string> => {
    for (let attempts = 1; ; attempts++) {
      const body = { contentType: CONTENT_TYPE };
      const document = await perform('createFeedDocument', () => api.createFeedDocument({ body }));
      try {
        await upload(document.url, content, CONTENT_TYPE);
        return document.feedDocumentId;
      } catch (error) {
        if (!(error instanceof MarketplaceError)) throw error;
        const pauseMs = retryPauseMs({ kind: error.kind === 'unauthorized' ? 'unavailable' : error.kind, attempts, rate: 1, random: Math.random() });
        if (pauseMs === undefined) throw error;
        await sleep(pauseMs);
      }
    }
  };

  /** A feed that was made since then and that we were never told of is the one whose answer was lost. */
  const findUntold = async (since: number): Promise<{ answer: { feedId: string } } | undefined> => {
    const createdSince = new Date(since - CLOCK_TOLERANCE_MS).toISOString();
    const { feeds } = await perform('getFeeds', () => api.getFeeds({ feedTypes: [FEED_TYPE], createdSince, pageSize: 100 }));
    const answer = feeds.find(({ feedId }) => !submitted.has(feedId));
    return answer && { answer };
  };

  const submit = async (changes: readonly ListingChange[]): Promise<string> => {
    const inputFeedDocumentId = await uploadDocument(JSON.stringify(listingsFeed(account.sellerId, changes)));
    // Feeds of earlier processes must not be taken for this one.
    const since = Date.now();
    for (const feed of submitted.size === 0 ? await earlierFeeds(since) : []) submitted.add(feed);
    const body = { feedType: FEED_TYPE, marketplaceIds: [account.marketplaceId], inputFeedDocumentId };
    const { feedId } = await perform(
      'createFeed',
      () => api.createFeed({ body }),
      () => findUntold(since),
    );
    submitted.add(feedId);
    return feedId;
  };

  const earlierFeeds = async (now: number): Promise<string[]> => {
    const createdSince = new Date(now - 2 * CLOCK_TOLERANCE_MS).toISOString();
    const { feeds } = await perform('getFeeds', () => api.getFeeds({ feedTypes: [FEED_TYPE], createdSince, pageSize: 100 }));
    return feeds.map(({ feedId }) => feedId);
  };

  return {
    /** Submits changes of listings, one submission after another. @returns the feed's id */
    submitFeed(changes: readonly ListingChange[]): Promise<string> {
      if (changes.length === 0 || changes.length > MAX_CHANGES_PER_FEED) throw new RangeError(`A feed has 1 to ${MAX_CHANGES_PER_FEED} changes`);
      const submission = lastSubmission.then(() => submit(changes));
      lastSubmission = submission.catch(() => {});
      return submission;
    },

    async feedProgress(feedId: string): Promise<FeedProgress> {
      const feed = await perform('getFeed', () => api.getFeed({ feedId }));
      return { status: feed.processingStatus, reportDocumentId: feed.resultFeedDocumentId };
    },

    async feedOutcome(reportDocumentId: string): Promise<FeedOutcome> {
      const link = () => perform('getFeedDocument', () => api.getFeedDocument({ feedDocumentId: reportDocumentId }));
      return toOutcome(JSON.parse(await text(await download(transport, link))));
    },
  };
}

function listingsFeed(sellerId: string, changes: readonly ListingChange[]) {
  return {
    header: { sellerId, version: '2.0', issueLocale: 'en_US' },
    messages: changes.map(({ sku, patches }, index) => ({
      messageId: index + 1,
      sku,
      operationType: 'PATCH',
      productType: 'PRODUCT',
      patches: patches.map(toWirePatch),
    })),
  };
}

/** The value is always a list of objects, and only whole attributes can be patched. */
export function toWirePatch({ op, attribute, value }: ListingPatch) {
  return { op, path: `/attributes/${attribute}`, value: value.map((item) => ({ ...item })) };
}

interface ProcessingReport {
  readonly issues: readonly { messageId?: number; severity: string; code?: string; message: string }[];
  readonly summary: { messagesProcessed: number; messagesAccepted: number; messagesInvalid: number };
}

export function toOutcome({ issues, summary }: ProcessingReport): FeedOutcome {
  return {
    processed: summary.messagesProcessed,
    accepted: summary.messagesAccepted,
    invalid: summary.messagesInvalid,
    issues: issues.map(({ messageId, severity, code, message }) => ({
      messageIndex: messageId === undefined ? undefined : messageId - 1,
      isError: severity === 'ERROR',
      code,
      message,
    })),
  };
}
