import type { PriceStrategyFields } from '@stowage/contract/pricing/price-strategies';
import { changeStrategy } from '../../features/pricing/internals.ts';
import { listCandidates, listContested, recordPastOffers } from './offer-history.repository.ts';
import { isImported } from './story.repository.ts';
import type { StoryStep } from './story-step.ts';

/** Products with recorded offers, and listings with a strategy. */
const [PRODUCTS, LISTINGS] = [160, 24];
const [DAYS, HOURS_BETWEEN] = [60, 12];

type Behavior = Omit<PriceStrategyFields, 'minimum' | 'maximum' | 'is_on'>;
const PLAIN: Omit<Behavior, 'strategy'> = {
  undercut_amount: null,
  undercut_percent: null,
  when_alone: 'KEEP',
  competitor_seller_id: null,
  never_below_map: false,
  schedule: null,
};
const BEHAVIORS: readonly Behavior[] = [
  { ...PLAIN, strategy: 'MATCH', when_alone: 'MAXIMUM' },
  { ...PLAIN, strategy: 'UNDERCUT', undercut_amount: 0.05 },
  { ...PLAIN, strategy: 'FOLLOW_FEATURED', never_below_map: true },
  { ...PLAIN, strategy: 'UNDERCUT', undercut_percent: 1.5, schedule: { days: [5, 6, 7], from: '18:00', until: '23:00', zone: 'America/New_York' } },
  { ...PLAIN, strategy: 'STAY_AT_MAP' },
  { ...PLAIN, strategy: 'LOWEST_PRICE' },
];

/** Two months of recorded offers, around those of today, and listings whose prices follow them. */
export const priceStrategies: StoryStep = {
  name: 'price-strategies',
  // The import of all offers takes a quarter of an hour.
  isReady: async ({ db }) => (await isImported(db, ['import-listings', 'import-fees'])) && (await listContested(db, PRODUCTS)).length === PRODUCTS,
  run: async ({ db, clock }) => {
    const asins = await listContested(db, PRODUCTS);
    await recordPastOffers(db, { asins, now: clock.now(), days: DAYS, hoursBetween: HOURS_BETWEEN });
    for (const [nth, { id, price }] of (await listCandidates(db, LISTINGS)).entries()) {
      const behavior = BEHAVIORS[nth % BEHAVIORS.length];
      if (behavior === undefined) continue;
      const limits = { minimum: Math.round(price * 85) / 100, maximum: Math.round(price * 125) / 100 };
      await changeStrategy(db, id, { ...behavior, ...limits, is_on: nth % 4 !== 3, version: 0 });
    }
  },
};
