import type { Marketplace, MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { type JobContext, JobImpossibleError } from '../jobs/index.ts';

/** The marketplace for a run, until that is to end. @throws JobImpossibleError while no account is connected */
export async function connected(marketplaces: MarketplaceSource, { signal }: Pick<JobContext, 'signal'>): Promise<Marketplace> {
  const marketplace = await marketplaces.current();
  if (marketplace === undefined) throw new JobImpossibleError('No marketplace account is connected');
  return marketplace.until(signal);
}

/** The schedule asks for an import only while there is somebody to ask. */
export const needsAccount = (marketplaces: MarketplaceSource) => async () => (await marketplaces.current()) !== undefined;
