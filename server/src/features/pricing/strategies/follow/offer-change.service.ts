import type { Database } from '../../../../platform/database/connection/connect.ts';
import { recordOfferHistory } from '../simulation/offer-history.repository.ts';
import { checkAsinPrices } from './price-check.repository.ts';

/** Records that offers were sampled: for simulations, and to have the prices that follow changed offers decided again. */
export async function recordSampledOffers(
  tx: Database,
  { sampled, changed, now }: { sampled: readonly string[]; changed: readonly string[]; now: Date },
): Promise<void> {
  await recordOfferHistory(tx, sampled, now);
  await checkAsinPrices(tx, changed);
}
