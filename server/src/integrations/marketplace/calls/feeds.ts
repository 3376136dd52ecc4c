import { text } from 'node:stream/consumers';
import { FeedsApi } from '@sp-api-sdk/feeds-api-2021-06-30';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { MarketplaceError } from '../marketplace-error.ts';
import { retryPauseMs } from '../transport/retry.rules.ts';
import type { Transport } from '../transport/transport.ts';
import { download, upload } from './documents.ts';
import { pagesOf } from './pages.ts';

/** A change of a listing, with attributes of the marketplace's listings schema. */
export interface ListingChange {
  readonly sku: string;
  readonly patches: readonly ListingPatch[];
}

export interface ListingPatch {
  readonly op: 'add' | 'replace' | 'merge' | 'delete';
  /** Such as `fulfillment_availability` or `purchasable_offer`. */
  readonly attribute: string;
  readonly value: readonly Readonly<Record<string, unknown>>[];
}

export interface FeedProgress {
  readonly status: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'FATAL' | 'CANCELLED';
  /** The document of the processing report. */
  readonly reportDocumentId: string | undefined;
  /** When the marketplace finished the feed, by its own clock. */
  readonly processedAt: Date | undefined;
}

/** The processing report of a feed. An accepted message is not necessarily live yet. */
export interface FeedOutcome {
  readonly processed: number;
  readonly accepted: number;
  readonly invalid: number;
  /** `messageIndex` counts from 0 in submission order; without it, the issue concerns the whole feed. */
  readonly issues: readonly { messageIndex: number | undefined; isError: boolean; code: string | undefined; message: string }[];
}

/** Stores submissions, so that one with a lost answer is found and not repeated. */
export interface FeedSubmissions {
  /** Serializes submissions across all processes. */
  oneByOne<T>(work: () => Promise<T>): Promise<T>;
  find(key: string): Promise<FeedSubmission | undefined>;
  /** Stored before the call. Replaces an attempt whose feed is lost. */
  begin(key: string, attempt: Omit<FeedSubmission, 'feedId'>): Promise<void>;
  end(key: string, feedId: string): Promise<void>;
  /** Forgets an attempt that the marketplace refused. */
  withdraw(key: string): Promise<void>;
  /** The feeds of the submissions attempted since a time. */
  knownFeedIds(since: Date): Promise<string[]>;
  /** The first submission of another key after a time. */
  findNext(after: Date, key: string): Promise<FeedSubmission | undefined>;
  /** The time of the oldest attempt without an answer. */
  oldestOpenAttempt(): Promise<Date | undefined>;
}

export interface FeedSubmission {
  readonly attemptedAt: Date;
  /** The feeds that existed before the first attempt. */
  readonly earlierFeedIds: readonly string[];
  readonly feedId: string | undefined;
}

/** Larger feeds take hours; the marketplace's limit is 25,000. */
export const MAX_CHANGES_PER_FEED = 10_000;
const FEED_TYPE = 'JSON_LISTINGS_FEED';
const CONTENT_TYPE = 'application/json; charset=UTF-8';
/** The tolerated difference between the marketplace's clock and ours in the search for a feed. */
const CLOCK_TOLERANCE_MS = 120_000;
/** An attempt without an answer is repeated for this long. */
const REPEAT_MS = 10 * MINUTE_MS;
/** After this time, with the retries of the last repeat, the feed is lost. Feeds of a new attempt differ from it by when they were created. */
const LOST_AFTER_MS = 30 * MINUTE_MS;

/**
 * What to do about an attempt without an answer, whose feed may be shown late: repeat it with the same changes, so that it does not
 * matter which of the feeds is found; wait; or nothing, because no feed of it comes any more.
 */
export type FeedDoubt = 'REPEAT' | 'WAIT' | undefined;

function doubtAbout(attempt: FeedSubmission | undefined): FeedDoubt {
  if (attempt === undefined || attempt.feedId !== undefined) return undefined;
  const ageMs = Date.now() - attempt.attemptedAt.getTime();
  if (ageMs > LOST_AFTER_MS) return undefined;
  return ageMs < REPEAT_MS ? 'REPEAT' : 'WAIT';
}

export function feedCalls(transport: Transport, submissions: FeedSubmissions) {
  const { account, http, perform } = transport;
  const api = new FeedsApi(undefined, account.baseUrl, http);
  let lastSubmission: Promise<unknown> = Promise.resolve();

  /** All feeds created since a time. */
  const feedsSince = async (since: Date): Promise<readonly { feedId: string }[]> => {
    const createdSince = new Date(since.getTime() - CLOCK_TOLERANCE_MS).toISOString();
    const found: { feedId: string }[] = [];
    const pages = pagesOf({ feedTypes: [FEED_TYPE], createdSince, pageSize: 100 }, (query) => perform('getFeeds', () => api.getFeeds(query)));
    for await (const { feeds } of pages) found.push(...feeds);
    return found;
  };

  /**
   * Finds the feed of an attempt whose answer was lost: it was created since the attempt, belongs to no known submission, and
   * existed when the next submission, if any, began.
   */
  const findLost = async (
    key: string,
    { attemptedAt, earlierFeedIds }: Omit<FeedSubmission, 'feedId'>,
  ): Promise<{ answer: { feedId: string } } | undefined> => {
    const known = new Set([...earlierFeedIds, ...(await submissions.knownFeedIds(attemptedAt))]);
    const later = await submissions.findNext(attemptedAt, key);
    const answer = (await feedsSince(attemptedAt)).find(({ feedId }) => !known.has(feedId) && (later === undefined || later.earlierFeedIds.includes(feedId)));
    return answer && { answer };
  };

  /** A submission under a key that was attempted before, by any process, first looks for the feed, unless that is lost. */
  const submit = async (key: string, changes: readonly ListingChange[]): Promise<string> => {
    const before = await submissions.find(key);
    if (before?.feedId !== undefined) return before.feedId;
    const inputFeedDocumentId = await uploadDocument(transport, api, JSON.stringify(listingsFeed(account.sellerId, changes)));
    const repeated = doubtAbout(before) === undefined ? undefined : before;
    const attempt = repeated ?? { attemptedAt: new Date(), earlierFeedIds: await earlierFeeds() };
    if (repeated === undefined) await submissions.begin(key, attempt);
    const body = { feedType: FEED_TYPE, marketplaceIds: [account.marketplaceId], inputFeedDocumentId };
    const options = { findDone: () => findLost(key, attempt), mayHaveBeenDone: repeated !== undefined };
    const { feedId } = await perform('createFeed', () => api.createFeed({ body }), options).catch(async (error: unknown) => {
      const isRefused = error instanceof MarketplaceError && !error.isInDoubt;
      if (isRefused && repeated === undefined) await submissions.withdraw(key);
      throw error;
    });
    await submissions.end(key, feedId);
    return feedId;
  };

  /** The feeds since the oldest attempt without an answer, so that its feed can be distinguished from later ones. */
  const earlierFeeds = async (): Promise<string[]> => {
    const since = (await submissions.oldestOpenAttempt()) ?? new Date();
    return (await feedsSince(since)).map(({ feedId }) => feedId);
  };

  return {
    /**
     * Submits changes of listings; submissions are serialized.
     * @param key identifies the submission, such as `sync-7-2`, so that a repeat after a crash creates no second feed
     * @param changes the same as in an attempt that `feedDoubt` says to repeat
     * @returns the ID of the feed
     */
    submitFeed(key: string, changes: readonly ListingChange[]): Promise<string> {
      if (changes.length === 0 || changes.length > MAX_CHANGES_PER_FEED) throw new RangeError(`A feed has 1 to ${MAX_CHANGES_PER_FEED} changes`);
      const submission = lastSubmission.then(() => submissions.oneByOne(() => submit(key, changes)));
      lastSubmission = submission.catch(() => {});
      return submission;
    },

    /** The feed of an earlier attempt at a submission, also of one whose answer was lost. */
    async submittedFeed(key: string): Promise<string | undefined> {
      const attempt = await submissions.find(key);
      if (attempt === undefined || attempt.feedId !== undefined) return attempt?.feedId;
      const found = await findLost(key, attempt);
      if (found !== undefined) await submissions.end(key, found.answer.feedId);
      return found?.answer.feedId;
    },

    async feedDoubt(key: string): Promise<FeedDoubt> {
      return doubtAbout(await submissions.find(key));
    },

    async feedProgress(feedId: string): Promise<FeedProgress> {
      const feed = await perform('getFeed', () => api.getFeed({ feedId }));
      const { processingEndTime } = feed;
      return {
        status: feed.processingStatus,
        reportDocumentId: feed.resultFeedDocumentId,
        processedAt: processingEndTime === undefined ? undefined : new Date(processingEndTime),
      };
    },

    async feedOutcome(reportDocumentId: string): Promise<FeedOutcome> {
      const link = () => perform('getFeedDocument', () => api.getFeedDocument({ feedDocumentId: reportDocumentId }));
      const { body } = await download(transport, link);
      return toOutcome(JSON.parse(await text(body)));
    },
  };
}

/** Uses a new document per attempt, because upload links expire. @returns the ID of the document */
async function uploadDocument(transport: Transport, api: FeedsApi, content: string): Promise<string> {
  for (let attempts = 1; ; attempts++) {
    const body = { contentType: CONTENT_TYPE };
    const document = await transport.perform('createFeedDocument', () => api.createFeedDocument({ body }));
    try {
      await upload(transport, { url: document.url, content, contentType: CONTENT_TYPE });
      return document.feedDocumentId;
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      const pauseMs = retryPauseMs({ kind: error.kind === 'unauthorized' ? 'unavailable' : error.kind, attempts, rate: 1, random: Math.random() });
      if (pauseMs === undefined) throw error;
      await transport.sleep(pauseMs);
    }
  }
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

/** The value must be a list of objects, and only whole attributes can be patched. */
export function toWirePatch({ op, attribute, value }: ListingPatch) {
  return { op, path: `/attributes/${attribute}`, value: value.map((item) => ({ ...item })) };
}

interface ProcessingReport {
  readonly issues: readonly { messageId?: number; severity: string; code?: string; message: string }[];
  readonly summary: { messagesProcessed: number; messagesAccepted: number; messagesInvalid: number };
}

function toOutcome({ issues, summary }: ProcessingReport): FeedOutcome {
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
