import { moneyText } from '@stowage/contract/formats/text/money-text';
import type { Context } from '../../../platform/context.ts';
import type { ListingJobRow } from '../sync/listing-job.repository.ts';
import { decideListing, dollars, type ListingDecision } from './decision.rules.ts';
import { listFacts } from './listing-facts.read-model.ts';
import { getSettings } from './settings.repository.ts';

/** A price that a job is to send. */
export interface PlannedPrice {
  readonly sku: string;
  /** The acknowledged price when the job decided. */
  readonly fromCents: number | null;
  readonly cents: number;
}

export interface OutdatedPrice {
  readonly sku: string;
  /** Why it is not to be sent. */
  readonly reason: string;
}

type DecidingJob = Pick<ListingJobRow, 'kind' | 'payload'>;
const BATCH = 1_000;

/** Decides planned prices again from the facts of this moment, because the plan may be hours old. @returns those that would be others now */
export async function findOutdated({ db, clock }: Pick<Context, 'db' | 'clock'>, job: DecidingJob, planned: readonly PlannedPrice[]): Promise<OutdatedPrice[]> {
  if (planned.length === 0) return [];
  const isFollowing = job.kind === 'follow-prices';
  const strategy = isFollowing ? 'LOWEST_PRICE' : (job.payload.strategy ?? 'PERCENTAGE_OFF_MAP');
  const options = { strategy, hasQuantity: false, now: clock.now().getTime(), settings: await getSettings(db) } as const;
  const channel = isFollowing ? 'ANY' : (job.payload.channel ?? 'SELLER_FULFILLED');
  const outdated: OutdatedPrice[] = [];
  for (let start = 0; start < planned.length; start += BATCH) {
    const batch = planned.slice(start, start + BATCH);
    const facts = await listFacts(db, { channel, after: '', limit: BATCH, skus: batch.map(({ sku }) => sku) });
    const decisions = new Map(facts.map((one) => [one.sku, decideListing(one, options)]));
    for (const price of batch) {
      const reason = reasonOf(price, decisions.get(price.sku), isFollowing);
      if (reason !== undefined) outdated.push({ sku: price.sku, reason });
    }
  }
  return outdated;
}

function reasonOf({ fromCents, cents }: PlannedPrice, decision: ListingDecision | undefined, isFollowing: boolean): string | undefined {
  if (decision === undefined) return 'Amazon no longer has the listing in this channel';
  const { facts, own, heldBy, holdReason, wantedCents } = decision;
  if ((facts.acknowledgedCents ?? null) !== fromCents) return `another price was sent meanwhile, ${moneyText(dollars(facts.acknowledgedCents))}`;
  if (isFollowing && own?.isInForce !== true) return 'its strategy is off';
  if (heldBy !== undefined) return holdReason ?? 'a guard holds it';
  return wantedCents === cents ? undefined : `its price would be ${moneyText(dollars(wantedCents))} now. Start the job again`;
}
