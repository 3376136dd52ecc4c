import { FEE_LOOKUP_MESSAGES } from '@stowage/contract/fee-lookup/fee-lookup';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Marketplace, MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../integrations/marketplace/marketplace-error.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { findFee, findOwnFee, findProduct, type KnownFee, type KnownProduct, saveFee } from './fee-lookup.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
}

export type FeeLookupService = ReturnType<typeof createFeeLookupService>;

const FRESH_MS = DAY_MS;
/** The time limit of a lookup, including the wait for the rate limit; shorter when an old fee can be shown instead. */
const TIMEOUT_MS = 5_000;
const TIMEOUT_WITH_OLD_FEE_MS = 1_500;
const TRY_AGAIN_SECONDS = 10;
/** The estimate needs a price; this one is used when none is known. */
const DEFAULT_PRICE_CENTS = 1_000;
/** Temporary failures: an old fee is then better than an error. */
const TEMPORARY: readonly string[] = ['rate_limited', 'upstream_failed'];

interface Lookup {
  readonly asin: string;
  readonly isStranger: boolean;
  /** Whether there is an old fee to fall back on. */
  readonly hasOldFee: boolean;
}

export function createFeeLookupService({ db, clock, marketplaces }: Dependencies) {
  /** Concurrent lookups of one product share one call. */
  const running = new Map<string, Promise<KnownFee>>();
  let isStrangerServed = false;

  const isFresh = (fee: KnownFee): boolean => clock.now().getTime() - fee.readAt.getTime() < FRESH_MS;
  const estimate = async ({ asin, isStranger, hasOldFee }: Lookup): Promise<KnownFee> => {
    // Another lookup's call may have ended since this one read the stored fee.
    const stored = await findFee(db, asin);
    if (stored !== undefined && isFresh(stored)) return stored;
    const timeoutMs = hasOldFee ? TIMEOUT_WITH_OLD_FEE_MS : TIMEOUT_MS;
    const deadline = AbortSignal.timeout(timeoutMs);
    const marketplace = await marketplaces.current();
    if (marketplace === undefined) throw new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed);
    const product = await findProduct(db, asin);
    // Another lookup may take the tokens before these calls do; they then wait until the deadline.
    if ((await readyInMs(marketplace, product, isStranger)) > (isStranger || hasOldFee ? 0 : timeoutMs)) throw tooMany();
    const fee = await readFee(marketplace.until(deadline, { isPatient: false }), product, { asin, now: clock.now() }).catch((error: unknown) => {
      throw deadline.aborted ? new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed) : error;
    });
    await saveFee(db, fee);
    return fee;
  };
  /** Serves one stranger at a time, so that signed-in users always get through. */
  const estimateForStranger = async (lookup: Lookup): Promise<KnownFee> => {
    if (isStrangerServed) throw tooMany();
    isStrangerServed = true;
    try {
      return await estimate(lookup);
    } finally {
      isStrangerServed = false;
    }
  };
  const estimateOnce = (lookup: Lookup): Promise<KnownFee> => {
    const { asin } = lookup;
    const estimated = running.get(asin) ?? (lookup.isStranger ? estimateForStranger : estimate)(lookup).finally(() => running.delete(asin));
    running.set(asin, estimated);
    return estimated;
  };

  return {
    /**
     * @param isStranger whether the caller is not signed in
     * @throws AppError `rate_limited` when the marketplace can't be called now and no fee is stored
     */
    async lookUp(asin: string, isStranger: boolean): Promise<{ fee: KnownFee; isStale: boolean }> {
      const known = await findFee(db, asin);
      if (known !== undefined && isFresh(known)) return { fee: known, isStale: false };
      const own = await findOwnFee(db, asin, clock.now());
      if (own !== undefined) return { fee: own, isStale: false };
      try {
        return { fee: await estimateOnce({ asin, isStranger, hasOldFee: known !== undefined }), isStale: false };
      } catch (error) {
        const isTemporary = error instanceof MarketplaceError || (error instanceof AppError && TEMPORARY.includes(error.code));
        if (!isTemporary) throw error;
        if (known !== undefined) return { fee: known, isStale: true };
        if (error instanceof AppError) throw error;
        throw new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed);
      }
    },
  };
}

/** The wait until all needed calls can be sent. A stranger leaves one estimate call for signed-in users. */
async function readyInMs(marketplace: Marketplace, product: KnownProduct, isStranger: boolean): Promise<number> {
  const fee = await marketplace.readyInMs('getMyFeesEstimateForASIN', isStranger ? 1 : 0);
  return isComplete(product) ? fee : Math.max(fee, await marketplace.readyInMs('searchCatalogItems'));
}

function isComplete({ title, imageUrl }: KnownProduct): boolean {
  return title !== null && imageUrl !== null;
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many lookups right now. Please try again in a minute.', { retryAfterSeconds: TRY_AGAIN_SECONDS });
}

async function readFee(marketplace: Marketplace, product: KnownProduct, { asin, now }: { asin: string; now: Date }): Promise<KnownFee> {
  const priceCents = product.priceCents ?? DEFAULT_PRICE_CENTS;
  const [estimate, found] = await Promise.all([
    marketplace.estimateFees(asin, priceCents),
    // A failed catalog search still leaves a fee without a title.
    isComplete(product)
      ? undefined
      : marketplace.catalogItems([asin]).then(
          (items) => items.find((item) => item.asin === asin),
          () => undefined,
        ),
  ]);
  return {
    asin,
    title: product.title ?? found?.title ?? null,
    imageUrl: product.imageUrl ?? found?.imageUrl ?? null,
    price: decimal(priceCents),
    isPriceKnown: product.priceCents !== null,
    fulfilment: estimate === undefined ? null : decimal(estimate.fulfilmentCents),
    referral: estimate === undefined ? null : decimal(estimate.referralCents),
    readAt: now,
  };
}

function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
