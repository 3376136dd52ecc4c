import { approveHeldPrices, declineHeldPrices } from '@stowage/contract/pricing/pricing-breakdown';
import type * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { BulkAction } from '../../bulk/index.ts';
import { requireOtherPerson } from '../../identity/index.ts';
import { findSkus, listDecisionGroups } from '../breakdown/breakdown.read-model.ts';
import { checkSkuPrices } from '../strategies/follow/price-check.repository.ts';
import { findHeldPrices } from './held-price.read-model.ts';
import { decideHeld, findStarter, listDecisionsOf, listUndecided, lockApprovals } from './price-approval.repository.ts';

type Body = z.output<typeof approveHeldPrices.body>;
type Matching = Extract<Body['selection'], { matching: unknown }>['matching'];
type PriceAction = BulkAction<Body['input'], Matching>;

/** Approving and declining held prices. A decision is not undone: the other one replaces it. */
export function priceApprovalActions({ clock }: Pick<Context, 'clock'>): readonly BulkAction[] {
  const action = (endpoint: PriceAction['endpoint'], decision: 'APPROVED' | 'DECLINED'): PriceAction => ({
    endpoint,
    permission: 'prices.approve',
    async listMatching(db, { held, searchTerm, ...filters }, limit) {
      const now = clock.now();
      const jobCode = held === true ? (await findHeldPrices(db, now)).jobCode : filters.jobId;
      if (jobCode === undefined) return [];
      const groups = await listDecisionGroups(db, held === true ? { jobId: jobCode } : filters);
      const skus = searchTerm === undefined ? undefined : await findSkus(db, searchTerm);
      return listUndecided(db, { jobCode, methods: groups.map(({ method }) => method), skus, now }, limit);
    },
    lock: (tx, skus) => lockApprovals(tx, skus),
    listVersions: (db, skus, { job_id }) => listDecisionsOf(db, { jobCode: job_id, skus, now: clock.now() }),
    async run(tx, sku, { job_id: jobCode }, { userId, now }) {
      const current = (await listDecisionsOf(tx, { jobCode, skus: [sku], now })).get(sku);
      if (current === undefined) {
        throw new AppError('conflict', 'No guard that a person can approve holds this price', { reason: 'not_held' });
      }
      if (current === decision) return 'UNCHANGED';
      await requireOtherPerson(tx, 'prices', userId, [await findStarter(tx, jobCode)]);
      await decideHeld(tx, { jobCode, sku, isDeclined: decision === 'DECLINED', userId, now });
      if (decision === 'APPROVED') await checkSkuPrices(tx, [sku]);
      return {};
    },
    // The report reads again when the action ends; no topic announces decisions.
    announce: () => {},
  });
  return [action(approveHeldPrices, 'APPROVED'), action(declineHeldPrices, 'DECLINED')] as readonly BulkAction[];
}
