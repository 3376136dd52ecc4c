import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import { importJobs } from './import.job.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  readonly filing: Filing;
}

export const createImports = (deps: Dependencies) => ({ jobs: importJobs(deps) });
