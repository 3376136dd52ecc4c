import type { Marketplace, MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { AppError } from '../../platform/app-error.ts';
import { type JobContext, JobImpossibleError } from '../jobs/index.ts';

/** The marketplace for a call. @throws AppError `conflict` with `not_connected` when no account is connected */
export async function getMarketplace(marketplaces: MarketplaceSource): Promise<Marketplace> {
  const marketplace = await marketplaces.current();
  if (marketplace === undefined) throw new AppError('conflict', 'No marketplace account is connected', { reason: 'not_connected' });
  return marketplace;
}

/** The marketplace for a job run; its calls stop with the run. @throws JobImpossibleError when no account is connected */
export async function connected(marketplaces: MarketplaceSource, { signal }: Pick<JobContext, 'signal'>): Promise<Marketplace> {
  const marketplace = await marketplaces.current();
  if (marketplace === undefined) throw new JobImpossibleError('No marketplace account is connected');
  return marketplace.until(signal);
}

/** Runs scheduled imports only while an account is connected. */
export const needsAccount = (marketplaces: MarketplaceSource) => async () => (await marketplaces.current()) !== undefined;
