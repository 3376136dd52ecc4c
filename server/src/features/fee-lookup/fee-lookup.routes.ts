import { FEE_LOOKUP_MESSAGES, lookUpFee } from '@stowage/contract/fee-lookup/fee-lookup';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { publicRoute } from '../../platform/http/route.ts';
import { createRateLimit } from '../../platform/rate-limit/rate-limit.ts';
import { findOwnSide } from './fee-lookup.repository.ts';
import type { FeeLookupService } from './fee-lookup.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly service: FeeLookupService;
}

/** The limit of calls from one address without a session, including answers from the database. */
const CALLS_PER_MINUTE = 30;

export function feeLookupRoutes(app: FastifyInstance, { db, clock, service }: Dependencies): void {
  const count = createRateLimit({ db, clock, name: 'fee-lookup', limit: CALLS_PER_MINUTE, windowMs: 60_000 });

  publicRoute(app, lookUpFee, async ({ query }, { address, findCaller }) => {
    const asin = query.asin.toUpperCase();
    if (asin === '') return { success: false, message: FEE_LOOKUP_MESSAGES.noAsin };
    if (!/^[A-Z0-9]{10}$/.test(asin)) return { success: false, message: 'An ASIN has 10 letters and digits' };
    const caller = findCaller();
    const isStranger = caller === undefined;
    if (isStranger) await count(address);
    const { fee, isStale } = await service.lookUp(asin, isStranger);
    if (fee.fulfilment === null) return { success: false, message: 'Amazon has no fee estimate for this ASIN' };
    const own = isStranger ? { sellerSku: null, cost: null } : await findOwnSide(db, asin);
    const cost = isPermitted(caller?.roles ?? [], 'costs.read') ? own.cost : null;
    const price = fee.isPriceKnown ? cents(fee.price) : null;
    return {
      success: true,
      message: isStale ? 'The fee could not be updated just now; this is the last one known' : 'FBA fee found',
      asin,
      seller_sku: own.sellerSku,
      product_title: fee.title,
      image_url: fee.imageUrl,
      fee_amount: dollars(cents(fee.fulfilment)),
      currency: 'USD',
      item_price: price === null ? null : dollars(price),
      last_updated: fee.readAt.toISOString(),
      referral_fee: price === null ? null : dollars(cents(fee.referral)),
      net: price === null ? null : dollars(price - cents(fee.fulfilment) - cents(fee.referral)),
      cost: cost === null ? null : Number(cost),
      is_stale: isStale,
    };
  });
}

function cents(amount: string | null): number {
  return Math.round(Number(amount ?? 0) * 100);
}

function dollars(amount: number): number {
  return amount / 100;
}
