import { quantitiesTopic } from '@stowage/contract/pricing/quantities';
import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { FailureKind } from '../../../integrations/marketplace/transport/retry.rules.ts';
import { createBatches, written } from '../../../platform/batches.ts';
import type { Context } from '../../../platform/context.ts';
import { patchesOf } from '../sync/change-patches.rules.ts';
import { recordDrift } from './drift/quantity-drift.repository.ts';
import * as sends from './quantity-send.repository.ts';
import { getMode } from './quantity-settings.repository.ts';

interface Sending extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplace: Marketplace;
  readonly stopping: AbortSignal;
  /** How many runs before this one ended without any answer. */
  readonly silentRuns: number;
}

interface Pause {
  readonly againInMs: number;
  /** The marketplace answered none of the last calls. */
  readonly isSilent: boolean;
}

/** The marketplace allows this many calls at once. */
const AT_ONCE = 5;
/** Most due listings that are sent before they are listed again. */
const LISTED = 100;
/** With thousands of due listings, listing them takes as long as some calls: it may take a twelfth of the time. */
const LIST_AGAIN = 11;
/** After this time the work is queued again, so that other jobs can run. */
const RUN_MS = 20_000;
/** A longer wait for the rate limit is not waited for on the queue. */
const MAX_WAIT_MS = 1_000;
/** The pause after the marketplace did not answer, which grows after some runs, so that its limits can recover. */
const UNAVAILABLE_MS = 3_000;
const EQUAL_PAUSES = 3;
/** Refused credentials don't become valid within seconds. */
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends due quantities one by one, a few at once and each listing at most once at a time: a decision never overtakes a newer one.
 * @returns the pause until the next run; undefined when nothing is due
 */
export async function sendDue(sending: Sending): Promise<Pause | undefined> {
  const { db, clock, topics, marketplace, stopping } = sending;
  const endsAt = performance.now() + RUN_MS;
  const takeDue = dueListings(db);
  const storeAnswer = answerStore(sending);
  while (!stopping.aborted) {
    if ((await getMode(db)) !== 'ON') return undefined;
    const due = await takeDue();
    if (due.length === 0) return undefined;
    const waitMs = await marketplace.readyInMs('patchListingsItem');
    if (waitMs > MAX_WAIT_MS || performance.now() > endsAt) return { againInMs: waitMs, isSilent: false };
    const opened = await sends.beginSends(db, due, clock.now());
    const answered = await Promise.all(opened.map((send) => sendOne(sending, send, storeAnswer)));
    const causes = due.map(({ listingId }) => ({ listingId, since: null }));
    await db.transaction().execute((tx) => recordDrift(tx, causes, clock.now()));
    if (opened.length > 0) topics.publish(quantitiesTopic, { listing_ids: opened.map(({ listingId }) => listingId) });
    const failures = answered.filter((kind) => kind !== undefined);
    if (failures.length > 0) {
      const isSilent = failures.length === answered.length;
      const pauseMs = isSilent ? silencePauseMs(failures, sending.silentRuns) : UNAVAILABLE_MS;
      return { againInMs: Math.max(await marketplace.readyInMs('patchListingsItem'), pauseMs), isSilent };
    }
  }
  return { againInMs: 0, isSilent: false };
}

/** @returns a function that returns the next due listings; none when nothing is due */
function dueListings(db: Sending['db']): () => Promise<sends.DueListing[]> {
  let listed: sends.DueListing[] = [];
  let listAgainAt = 0;
  return async () => {
    const now = performance.now();
    if (listed.length === 0 || now >= listAgainAt) {
      listed = await sends.listDue(db, LISTED);
      listAgainAt = performance.now() + LIST_AGAIN * (performance.now() - now);
    }
    return listed.splice(0, AT_ONCE);
  };
}

function silencePauseMs(failures: readonly FailureKind[], silentRuns: number): number {
  if (failures.includes('unauthorized')) return LONGEST_PAUSE_MS;
  return Math.min(LONGEST_PAUSE_MS, UNAVAILABLE_MS * 2 ** Math.max(0, silentRuns + 1 - EQUAL_PAUSES));
}

const NO_ANSWER: Partial<Readonly<Record<FailureKind, string>>> = { unauthorized: 'Amazon refused the call', throttled: 'Amazon allows no more calls now' };

type StoreAnswer = ReturnType<typeof answerStore>;

/** Answers that arrive while others are stored are stored together after them. */
function answerStore({ db, clock }: Sending) {
  return createBatches<sends.AnsweredSend, void>(AT_ONCE, async (answered) => {
    await db.transaction().execute((tx) => sends.endSends(tx, answered, clock.now()));
    return answered.map(() => written(undefined));
  });
}

/** @returns why the marketplace did not answer; undefined when it did. Without an answer the listing stays due, and is decided and sent again. */
async function sendOne({ db, marketplace }: Sending, send: sends.OpenSend, storeAnswer: StoreAnswer): Promise<FailureKind | undefined> {
  try {
    const { warnings, submissionId } = await marketplace.patchListing(
      send.sku,
      patchesOf({ quantity: send.quantity, price: undefined }, marketplace.marketplaceId),
    );
    const reason = warnings.join('; ') || null;
    await storeAnswer({ ...send, outcome: reason === null ? 'ACCEPTED' : 'WARNING', reason, submissionId });
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    if (error.kind !== 'refused') {
      await sends.noteFailure(db, send, `${NO_ANSWER[error.kind] ?? 'Amazon did not answer'}; it is sent again: ${error.message}`);
      return error.kind;
    }
    await storeAnswer({ ...send, outcome: 'REJECTED', reason: error.message, submissionId: null });
  }
  return undefined;
}
