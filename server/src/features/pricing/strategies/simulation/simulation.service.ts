import { DAY_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { PriceStrategyFields } from '@stowage/contract/pricing/price-strategies';
import type { StrategySimulation } from '@stowage/contract/pricing/strategy-simulation';
import { AppError } from '../../../../platform/app-error.ts';
import type { Context } from '../../../../platform/context.ts';
import { listFacts } from '../../engine/listing-facts.read-model.ts';
import { getSettings } from '../../engine/settings.repository.ts';
import { getStored } from '../strategy.service.ts';
import { strategyOf } from '../strategy-columns.ts';
import { findRecordedSince, listRecordedOffers } from './simulation.read-model.ts';
import { replay } from './simulation.rules.ts';

interface Wanted {
  readonly strategy: Omit<PriceStrategyFields, 'is_on'>;
  readonly start_date: string;
  readonly end_date: string;
}

const MAX_RECORDS = 5_000;
const NOTES = [
  "Uses today's cost, fees, MAP and guards. Competitors do not react to our prices.",
  'Amazon reports at most the 20 lowest offers of a product. Between two records the last one counts.',
];

/**
 * Replays the recorded offers of a listing with a strategy. Stores and sends nothing.
 * @throws AppError `not_found`, `conflict` with `not_listed`, `invalid_input` for a period that ends before it begins
 */
export async function simulate({ db, clock }: Pick<Context, 'db' | 'clock'>, listingId: number, wanted: Wanted): Promise<StrategySimulation> {
  const { start_date: start, end_date: end } = wanted;
  if (end < start) throw new AppError('invalid_input', 'The end date is before the start date', { reason: 'wrong_period' });
  const { sku } = await getStored(db, listingId);
  const [facts] = sku === null ? [] : await listFacts(db, { channel: 'ANY', after: '', limit: 1, skus: [sku] });
  if (facts === undefined) throw new AppError('conflict', 'Amazon has no listing of this SKU', { reason: 'not_listed' });
  const until = Math.min(Date.parse(end) + DAY_MS, clock.now().getTime());
  const recorded = await listRecordedOffers(db, { ...facts, from: new Date(start), until: new Date(until), limit: MAX_RECORDS });
  const strategy = strategyOf(wanted.strategy);
  const isCut = recorded.length >= MAX_RECORDS;
  return {
    recorded_since: await findRecordedSince(db, facts),
    ...replay({ facts, strategy, settings: await getSettings(db), recorded, until }),
    notes: [
      ...NOTES,
      ...(strategy.name === 'FOLLOW_FEATURED' ? ['The records of syncs do not say which offer was featured; only the recorded samples do.'] : []),
      ...(isCut ? [`Only the first ${numberText(MAX_RECORDS)} records of the period are used. Choose a shorter one.`] : []),
    ],
  };
}
