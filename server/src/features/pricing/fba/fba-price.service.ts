import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf, ParsedInputOf } from '@stowage/contract/endpoint';
import { centsText } from '@stowage/contract/formats/text/money-text';
import { isPermitted } from '@stowage/contract/permissions';
import type { bulkUpdateFbaPrices, updateFbaPrice } from '@stowage/contract/pricing/fba-prices';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type Caller, requirePermitted } from '../../../platform/http/caller.ts';
import { getMarketplace } from '../../connection/index.ts';
import { type ListingFacts, limitsOf } from '../engine/decision.rules.ts';
import { findFbaSku, listFacts } from '../engine/listing-facts.read-model.ts';
import { businessPriceOf, offersWith } from '../engine/offer-attributes.rules.ts';
import { floorOf, guardPrice, holdRise, marginOf } from '../engine/price-guard.rules.ts';
import { requireUnpaused } from '../engine/price-pause.rules.ts';
import { getSettings } from '../engine/settings.repository.ts';
import { saveAcceptedPrice } from '../listing-state/listing-state.repository.ts';
import { listFailures } from '../sync/change.repository.ts';
import type { ListingJobService } from '../sync/listing-job.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  readonly jobs: ListingJobService;
}

type RequestedUpdate = ParsedInputOf<typeof updateFbaPrice>['body'];
/** Without a business price, that of the offer stays. */
type Update = Omit<RequestedUpdate, 'businessPrice'> & { readonly businessPrice: number | undefined };
type UpdateResult = OutputOf<typeof updateFbaPrice>;

export type FbaPriceService = ReturnType<typeof createFbaPriceService>;

/** The call waits this long for the job; then the job continues without it. */
const WAIT_MS = 15_000;
const POLL_EVERY_MS = 250;

export function createFbaPriceService({ db, clock, marketplaces, jobs }: Dependencies) {
  return {
    /** @throws AppError `forbidden` for an approval by a person who may not approve prices */
    async update(requested: RequestedUpdate, { roles }: Pick<Caller, 'roles'>): Promise<UpdateResult> {
      const update: Update = { ...requested, businessPrice: requested.businessPrice ?? undefined };
      const { asin, price, businessPrice, isApproved } = update;
      if (isApproved === true) requirePermitted(roles, 'prices.approve');
      const settings = await getSettings(db);
      requireUnpaused(settings, 'FBA');
      const marketplace = await getMarketplace(marketplaces);
      const sku = await findFbaSku(db, asin);
      const [facts] = sku === undefined ? [] : await listFacts(db, { channel: 'ANY', after: '', limit: 1, skus: [sku] });
      const limits = limitsOf(settings);
      const floor = facts && floorOf(facts, limits) / 100;
      const currentPrice = facts?.acknowledgedCents === undefined ? null : facts.acknowledgedCents / 100;
      const map = facts?.map === undefined ? null : facts.map.cents / 100;
      const listing = { asin, sku: sku ?? null, price, businessPrice: businessPrice ?? null, currentPrice, floor: floor ?? null, map };
      const audiences = facts === undefined ? [] : audiencesOf(update, facts, { consumer: currentPrice, business: null });
      const refused = (error: string, isHeld = false): UpdateResult => ({ ...listing, audiences, success: false, error, message: error, isHeld });
      if (facts === undefined) return refused(`No FBA listing in New condition has the ASIN ${asin}`);
      const problem = problemOf(update, facts, { limits, seesCosts: isPermitted(roles, 'costs.read') });
      if (problem !== undefined) return refused(problem.text, problem.mayBeApproved);
      try {
        const before = await send({ db, clock, marketplace }, { sku: facts.sku, currentPrice, update });
        const sent = audiencesOf(update, facts, { consumer: currentPrice, business: before });
        return { ...listing, audiences: sent, success: true, message: `The price of ${facts.sku} was accepted`, isHeld: false };
      } catch (error) {
        if (!(error instanceof MarketplaceError)) throw error;
        return refused(error.message);
      }
    },

    async updateAll(userId: number): Promise<OutputOf<typeof bulkUpdateFbaPrices>> {
      const jobId = await jobs.start('fba-prices', { strategy: 'PERCENTAGE_OFF_MAP', channel: 'FBA_NEW' }, userId);
      const endsAt = performance.now() + WAIT_MS;
      let job = await jobs.get(jobId);
      while (!job.isComplete && performance.now() < endsAt) {
        await sleep(POLL_EVERY_MS);
        job = await jobs.get(jobId);
      }
      const count = (...outcomes: string[]) => outcomes.reduce((sum, outcome) => sum + (job.outcomes[outcome] ?? 0), 0);
      return {
        totalItems: Object.values(job.outcomes).reduce((sum, one) => sum + one, 0),
        successCount: count('ACCEPTED', 'WARNING', 'UNCHANGED'),
        errorCount: count('REJECTED', 'HELD'),
        errors: await listFailures(db, jobId),
        jobId,
        isComplete: job.isComplete,
      };
    },
  };
}

/** Why the guards refuse a price that a person entered. Unlike in a sync, a price below the floor is never raised silently. */
function problemOf(
  { price, businessPrice, isApproved }: Update,
  facts: ListingFacts,
  { limits, seesCosts }: { limits: ReturnType<typeof limitsOf>; seesCosts: boolean },
) {
  if (businessPrice !== undefined && businessPrice > price) return { text: 'The business price must not be above the price', mayBeApproved: false };
  for (const amount of [price, ...(businessPrice === undefined ? [] : [businessPrice])]) {
    const priceCents = Math.round(amount * 100);
    const acknowledgedCents = amount === price ? facts.acknowledgedCents : undefined;
    const guarded = {
      priceCents,
      costCents: facts.costCents,
      feesCents: facts.feesCents,
      acknowledgedCents,
      approvedCents: isApproved ? priceCents : undefined,
    };
    const result = guardPrice({ ...guarded, mapCents: undefined }, limits);
    if (result.isRaisedToFloor) {
      const floor = seesCosts ? ` of ${centsText(result.floorCents)}` : '';
      return { text: `${centsText(priceCents)} is below the floor${floor}`, mayBeApproved: false };
    }
    if (result.heldBy !== undefined) return { text: result.reason ?? 'A guard holds this price', mayBeApproved: result.heldBy === 'drop' };
    const rise = holdRise({ ...guarded, mapCents: facts.map?.cents }, limits);
    if (rise !== undefined) return { text: rise, mayBeApproved: true };
  }
  return undefined;
}

/** The prices that a call names, by kind of buyer, with what remains of each. */
function audiencesOf({ price, businessPrice }: Update, facts: ListingFacts, before: { consumer: number | null; business: number | null }) {
  const one = (audience: 'CONSUMER' | 'BUSINESS', amount: number, old: number | null) => {
    const margin = marginOf({ priceCents: Math.round(amount * 100), costCents: facts.costCents, feesCents: facts.feesCents });
    return { audience, before: old, price: amount, margin: margin === undefined ? null : margin / 100 };
  };
  return [one('CONSUMER', price, before.consumer), ...(businessPrice === undefined ? [] : [one('BUSINESS', businessPrice, before.business)])];
}

interface Sending {
  readonly sku: string;
  readonly currentPrice: number | null;
  readonly update: Update;
}

/**
 * Reads the offers first and sends them back with the new prices, so that their other attributes stay. No job records this
 * change, so the audit log records the attempt before it is sent, and then its outcome.
 * @returns the business price before; null if there was none
 */
async function send({ db, clock, marketplace }: { db: DatabasePool; clock: Clock; marketplace: Marketplace }, { sku, currentPrice, update }: Sending) {
  const { price, businessPrice, isApproved } = update;
  const offers = await marketplace.offerAttributes(sku, { isPatient: false });
  const value = offersWith(offers, { price, businessPrice }, marketplace.marketplaceId);
  const sent = { price, ...(businessPrice !== undefined && { business_price: businessPrice }), approved: isApproved === true };
  const write = (tx: DatabaseTransaction, action: string, reason?: string) =>
    writeAuditEntry(tx, { action, record: { kind: 'marketplace_listings', id: sku }, before: { price: currentPrice }, after: { ...sent, reason } });
  await db.transaction().execute((tx) => write(tx, 'PRICE_SENT'));
  try {
    await marketplace.patchListing(sku, [{ op: 'replace', attribute: 'purchasable_offer', value }]);
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    // Without an explicit refusal the marketplace may have applied the change.
    await db.transaction().execute((tx) => write(tx, error.kind === 'refused' ? 'PRICE_REFUSED' : 'PRICE_UNKNOWN', error.message));
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    await saveAcceptedPrice(tx, { sku, cents: Math.round(price * 100), at: clock.now() });
    await write(tx, 'PRICE_ACCEPTED');
  });
  return businessPriceOf(offers);
}
