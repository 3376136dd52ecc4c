import type { Marketplace } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import { findOutdated, type OutdatedPrice } from '../engine/outdated-price.service.ts';
import * as changes from '../sync/change.repository.ts';
import type { ListingJobRow } from '../sync/listing-job.repository.ts';
import { decideQuantity, findWithheld, leavePrices, listPrices } from '../sync/unsent-change.repository.ts';
import { assumeTaken } from './leave-unsent.service.ts';
import { type Offers, patchAll, readOffers, withPrice } from './patch-listings.service.ts';

interface Deciding extends Pick<Context, 'db' | 'clock'> {
  readonly job: ListingJobRow;
}

interface Sending extends Deciding {
  readonly marketplace: Marketplace;
  /** False once a person has paused what the job sends. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** Sends changes one by one, each as its moment wants it. @returns false once a person has paused what the job sends */
export async function patchDecided(deps: Sending, part: number, open: readonly changes.PlannedChange[]): Promise<boolean> {
  const { db, job } = deps;
  const offers = await readOffers(deps.marketplace, withPrice(open));
  for (const change of open) {
    const { position, isAttempted } = change;
    const outdated = await listOutdated(deps, part, position);
    const why = isAttempted && (outdated[0]?.reason ?? (await findWithheld(db, { jobId: job.id, kind: job.kind, part }, position)));
    if (why) await assumeTaken(deps, { jobId: job.id, position }, why);
    else await patchNow(deps, part, change, { outdated, offers });
    if (!(await deps.mayGoOn())) return false;
  }
  return true;
}

interface Now {
  readonly outdated: readonly OutdatedPrice[];
  readonly offers: Offers;
}

async function patchNow(deps: Sending, part: number, { position, isAttempted }: changes.PlannedChange, { outdated, offers }: Now): Promise<void> {
  const { db, clock, job } = deps;
  await leavePrices(db, job.id, outdated);
  await decideQuantity(db, { jobId: job.id, kind: job.kind, part }, position);
  const place = { jobId: job.id, part, position };
  await changes.noteAttempt(db, { ...place, at: clock.now() });
  try {
    await patchAll(deps, part, await changes.listOpen(db, job.id, { part, limit: 1, position }), { offers });
  } catch (error) {
    // Unlike after the loss of an answer or of this process, it is known that it was not taken.
    if (error instanceof MarketplaceError && !error.isInDoubt && !isAttempted) await changes.noteAttempt(db, { ...place, at: null });
    throw error;
  }
}

/** The prices of a part that would be others now. @param position only of this change */
export async function listOutdated({ db, clock, job }: Deciding, part: number, position?: number): Promise<OutdatedPrice[]> {
  return findOutdated({ db, clock }, job, await listPrices(db, { jobId: job.id, part }, position));
}
