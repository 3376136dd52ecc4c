import { numberText } from '@stowage/contract/formats/text/number-text';
import { decidePrice, type PriceInputs } from '../../../server/src/features/pricing/engine/price.rules.ts';
import { guardPrice } from '../../../server/src/features/pricing/engine/price-guard.rules.ts';
import { printTable } from '../harness/measure.ts';

/** The listings per minute that the engine prices and guards, on one core and without a database. */
const DECISIONS = 1_000_000;
const VARIANTS = 10_000;
const NOW = 1_800_000_000_000;
const CONDITIONS = [11, 1, 2, 3, 4];
const LIMITS = { minimumMarginCents: 0, absoluteMinimumCents: 100, maxDropPercent: 30, movePercent: 20, moveSharePercent: 10 };

const inputs = Array.from({ length: VARIANTS }, (_, nth): PriceInputs => {
  const condition = CONDITIONS[nth % 5] ?? 11;
  const mapCents = 999 + ((nth * 7_919) % 9_000);
  const offer = (seller: number) => ({
    ...{ sellerId: `A${seller}`, isOwn: seller === 3, condition: CONDITIONS[(nth + seller) % 5] ?? 11, currency: 'USD' },
    ...{ priceCents: Math.round(mapCents * (0.8 + seller / 20)), shippingCents: seller % 2 ? 499 : 0 },
  });
  const named = { cents: mapCents, currency: 'USD', source: 'price list 7', readAt: NOW };
  return {
    condition,
    map: nth % 40 === 0 ? undefined : named,
    offers: nth % 25 === 0 ? undefined : { readAt: NOW - nth * 10_000, list: Array.from({ length: nth % 20 }, (_, seller) => offer(seller)) },
    threshold: { readAt: NOW, price: nth % 3 === 0 ? named : undefined },
  };
});

const rows = [];
for (const strategy of ['PERCENTAGE_OFF_MAP', 'LOWEST_PRICE'] as const) {
  const started = performance.now();
  let priced = 0;
  for (let nth = 0; nth < DECISIONS; nth++) {
    const input = inputs[nth % VARIANTS] as PriceInputs;
    const { priceCents } = decidePrice(input, { strategy, now: NOW, maxAgeMs: 48 * 3_600_000 });
    if (priceCents === undefined) continue;
    const guarded = { priceCents, mapCents: input.map?.cents, costCents: 400, feesCents: 300, acknowledgedCents: 1_500, approvedCents: undefined };
    if (guardPrice(guarded, LIMITS).heldBy === undefined) priced += 1;
  }
  const seconds = (performance.now() - started) / 1000;
  rows.push({
    ...{ method: strategy, decisions: numberText(DECISIONS), seconds: seconds.toFixed(2) },
    ...{ 'per minute': numberText(Math.round((DECISIONS / seconds) * 60)), 'passed the guards': numberText(priced) },
  });
}
printTable('The pricing engine, one core', rows);
