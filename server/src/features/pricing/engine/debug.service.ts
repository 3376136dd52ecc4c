import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { getMode } from '../quantities/quantity-settings.repository.ts';
import { patchesOf } from '../sync/change-patches.rules.ts';
import { decideListing, dollars, explain } from './decision.rules.ts';
import { listFacts } from './listing-facts.read-model.ts';
import { getSettings } from './settings.repository.ts';

/** What a sync with the lowest-price strategy would do with one SKU. Stores and sends nothing. @param seesCosts false leaves out what reveals the cost */
export async function debugListing({ db, clock }: Pick<Context, 'db' | 'clock'>, sku: string, seesCosts: boolean): Promise<Record<string, unknown>> {
  const [facts] = await listFacts(db, { channel: 'ANY', after: '', limit: 1, skus: [sku] });
  if (facts === undefined) throw new AppError('not_found', `No listing on the marketplace has the SKU ${sku}`, { reason: 'unknown_sku' });
  const settings = await getSettings(db);
  const hasQuantity = facts.channel === 'SELLER_FULFILLED' && (await getMode(db)) !== 'PAUSED';
  const decided = decideListing(facts, { strategy: 'LOWEST_PRICE', hasQuantity, now: clock.now().getTime(), settings });
  const { calculation, competitive, decision } = explain(decided);
  const change = {
    price: decided.sendsPrice ? (dollars(decided.wantedCents) ?? undefined) : undefined,
    quantity: decided.sendsQuantity ? decided.wantedQuantity : undefined,
  };
  return {
    merchantSku: facts.sku,
    asin: facts.asin,
    condition: facts.condition,
    ...calculation,
    ...(!seesCosts && 'steps' in calculation && { boundBy: null, steps: null }),
    offers: competitive ?? null,
    pricingMethod: decided.price.method,
    pricingDecision: decided.price.decision,
    guards: seesCosts ? decision : { ...decision, cost: null, fees: null, floor: null, isRaisedToFloor: null },
    payload: { sku: facts.sku, operationType: 'PATCH', patches: patchesOf(change, 'this marketplace') },
  };
}
