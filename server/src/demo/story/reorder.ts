import type { VendorTerms } from '@stowage/contract/purchasing/vendor-terms';
import { createReorderService, findTerms, saveTerms } from '../../features/purchasing/internals.ts';
import { AppError } from '../../platform/app-error.ts';
import { listDoneSteps } from './story.repository.ts';
import type { StoryStep } from './story-step.ts';

const TERMS: readonly Omit<VendorTerms, 'version'>[] = [
  { vendor: 'Norden Home Supply', lead_days: 9, payment_terms: 'Net 30', minimum_order: '250.00', order_email: 'orders@norden.example' },
  { vendor: 'Bay City Distribution', lead_days: 5, payment_terms: '2 % 10, net 30', minimum_order: null, order_email: 'desk@baycity.example' },
  { vendor: 'Kestrel Tools', lead_days: 21, payment_terms: 'Net 45', minimum_order: '500.00', order_email: null },
  { vendor: 'Maple & Pine', lead_days: 14, payment_terms: 'Net 30', minimum_order: null, order_email: 'hello@mapleandpine.example' },
];
/** Its proposals are accepted, so that there is a draft. */
const ORDERED_FROM = 'Bay City Distribution';

/** The terms of vendors, what the past sales propose to order, and a draft of it. */
export const reorder: StoryStep = {
  name: 'reorder',
  isReady: async ({ db }) => (await listDoneSteps(db)).has('orders'),
  run: async ({ db, clock, staff }) => {
    for (const terms of TERMS) {
      if ((await findTerms(db, terms.vendor)).version === 0) await saveTerms(db, { ...terms, version: 0 });
    }
    const proposals = createReorderService({ db, clock });
    await proposals.calculate();
    const choice = { clientId: 'demo-reorder', productIds: undefined, vendor: ORDERED_FROM, actorId: staff[1].id };
    await proposals.order(choice).catch((error: unknown) => {
      if (!(error instanceof AppError && error.extra.reason === 'nothing_to_order')) throw error;
    });
  },
};
