import { STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../../platform/context.ts';
import type { JobService } from '../../jobs/index.ts';
import { recordMissingListings, turnOffQuantities, turnOffStrategies } from '../../pricing/index.ts';
import { closeInventory } from '../reports/fba-inventory.repository.ts';
import { findAccount, saveAccount } from './connected-account.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  readonly jobs: JobService;
}

export function createAccountChangeService({ db, clock, marketplaces, jobs }: Dependencies) {
  const imports = Object.keys(STARTABLE_JOBS);
  return {
    /**
     * Detects a change of the account. It ends the open imports, marks the previous account's listings as gone, and imports
     * everything again. Safe to repeat.
     */
    async follow(requestedBy: number | null): Promise<void> {
      const account = await marketplaces.current();
      if (account === undefined) return jobs.replaceOpen(imports);
      const last = await findAccount(db);
      const isSame = last?.sellerId === account.sellerId && last.marketplaceId === account.marketplaceId;
      if (isSame) return;
      if (last !== undefined) await jobs.replaceOpen(imports);
      await db.transaction().execute(async (tx) => {
        await saveAccount(tx, account);
        if (last === undefined) return;
        // Nobody has seen what this would change on the other account.
        await turnOffQuantities(tx);
        await turnOffStrategies(tx);
        await recordMissingListings(tx, clock.now());
        await closeInventory(tx, clock.now());
      });
      if (last !== undefined) await jobs.startAll(requestedBy);
    },
  };
}
