import { FEE_LOOKUP_MESSAGES } from '@stowage/contract/fee-lookup/fee-lookup';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Marketplace, MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../integrations/marketplace/marketplace-error.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { findFee, findOwnFee, findProduct, type KnownFee, type KnownProduct, saveFee } from './fee-lookup.repository.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly marketplaces: MarketplaceSource;
}

export interface FeeLookupService {
  /**
   * @param isStranger whether nobody is signed in
   * @throws AppError `rate_limited` when the marketplace can't be asked now and nothing is known
   */
  lookUp(asin: string, isStranger: boolean): Promise<{ fee: KnownFee; isStale: boolean }>;
}

const KEEP_MS = DAY_MS;
/** The whole of a question to the marketplace, waiting for its turn included; what is old is shown sooner instead. */
const ANSWER_MS = 5_000;
const ANSWER_BESIDE_OLD_MS = 1_500;
const TRY_AGAIN_SECONDS = 10;
/** Fees depend on a price; where nobody knows one, the marketplace is asked with this. */
const PRICE_TO_ASK_WITH_CENTS = 1_000;
/** What an old answer is better than. */
const PASSING: readonly string[] = ['rate_limited', 'upstream_failed'];

interface Question {
  readonly asin: string;
  readonly isStranger: boolean;
  /** Whether there is an older answer to fall back on. */
  readonly hasOld: boolean;
}

export function createFeeLookupService({ db, clock, marketplaces }: Dependencies): FeeLookupService {
  /** One question at a time per product, however many ask it. */
  const underWay = new Map<string, Promise<KnownFee>>();
  let isStrangerAsking = false;

  const ask = async ({ asin, isStranger, hasOld }: Question): Promise<KnownFee> => {
    const answerMs = hasOld ? ANSWER_BESIDE_OLD_MS : ANSWER_MS;
    const deadline = AbortSignal.timeout(answerMs);
    const marketplace = await marketplaces.current();
    if (marketplace === undefined) throw new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed);
    const product = await findProduct(db, asin);
    // From here to the calls nothing waits, so that the turns that are seen are those that are taken.
    if (turnInMs(marketplace, product, isStranger) > (isStranger || hasOld ? 0 : answerMs)) throw tooMany();
    const fee = await readFee(marketplace.until(deadline, { isPatient: false }), product, { asin, now: clock.now() }).catch((error: unknown) => {
      throw deadline.aborted ? new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed) : error;
    });
    await saveFee(db, fee);
    return fee;
  };
  /** Strangers ask one at a time: however many they are, our own people find their turn. */
  const askForStranger = async (question: Question): Promise<KnownFee> => {
    if (isStrangerAsking) throw tooMany();
    isStrangerAsking = true;
    try {
      return await ask(question);
    } finally {
      isStrangerAsking = false;
    }
  };
  const askOnce = (question: Question): Promise<KnownFee> => {
    const { asin } = question;
    const asked = underWay.get(asin) ?? (question.isStranger ? askForStranger : ask)(question).finally(() => underWay.delete(asin));
    underWay.set(asin, asked);
    return asked;
  };

  return {
    async lookUp(asin, isStranger) {
      const known = await findFee(db, asin);
      if (known !== undefined && clock.now().getTime() - known.readAt.getTime() < KEEP_MS) return { fee: known, isStale: false };
      const own = await findOwnFee(db, asin, clock.now());
      if (own !== undefined) return { fee: own, isStale: false };
      try {
        return { fee: await askOnce({ asin, isStranger, hasOld: known !== undefined }), isStale: false };
      } catch (error) {
        const isPassing = error instanceof MarketplaceError || (error instanceof AppError && PASSING.includes(error.code));
        if (!isPassing) throw error;
        if (known !== undefined) return { fee: known, isStale: true };
        if (error instanceof AppError) throw error;
        throw new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed);
      }
    },
  };
}

/** Milliseconds until all that must be asked can be asked; a stranger leaves one estimate for our own people. */
function turnInMs(marketplace: Marketplace, product: KnownProduct, isStranger: boolean): number {
  const fee = marketplace.readyInMs('getMyFeesEstimateForASIN', isStranger ? 1 : 0);
  return isComplete(product) ? fee : Math.max(fee, marketplace.readyInMs('searchCatalogItems'));
}

function isComplete({ title, imageUrl }: KnownProduct): boolean {
  return title !== null && imageUrl !== null;
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many lookups right now. Please try again in a minute.', { retryAfterSeconds: TRY_AGAIN_SECONDS });
}

async function readFee(marketplace: Marketplace, product: KnownProduct, { asin, now }: { asin: string; now: Date }): Promise<KnownFee> {
  const priceCents = product.priceCents ?? PRICE_TO_ASK_WITH_CENTS;
  const [estimate, found] = await Promise.all([
    marketplace.estimateFees(asin, priceCents),
    // A fee without a title is better than none.
    isComplete(product)
      ? undefined
      : marketplace.catalogueItems([asin]).then(
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
