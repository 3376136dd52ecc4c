import { STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { JobService } from '../../jobs/index.ts';
import { closeInventory } from '../reports/fba-inventory.repository.ts';
import { markGone } from '../reports/marketplace-listing.repository.ts';
import { findAccount, saveAccount } from './connected-account.repository.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly marketplaces: MarketplaceSource;
  readonly jobs: JobService;
}

export interface AccountChangeService {
  /**
   * Looks whether the account is another one than the last time. Then open imports end, the other account's listings are
   * gone, and everything is imported anew. Safe to repeat.
   */
  follow(requestedBy: number | null): Promise<void>;
}

export function createAccountChangeService({ db, clock, marketplaces, jobs }: Dependencies): AccountChangeService {
  const imports = Object.keys(STARTABLE_JOBS);
  return {
    async follow(requestedBy) {
      const account = await marketplaces.current();
      if (account === undefined) return jobs.replaceOpen(imports);
      const last = await findAccount(db);
      const isSame = last?.sellerId === account.sellerId && last.marketplaceId === account.marketplaceId;
      if (isSame) return;
      if (last !== undefined) await jobs.replaceOpen(imports);
      await db.transaction().execute(async (tx) => {
        await saveAccount(tx, account);
        if (last === undefined) return;
        await markGone(tx, [], clock.now());
        await closeInventory(tx, [], clock.now());
      });
      if (last !== undefined) await jobs.startAll(requestedBy);
    },
  };
}
