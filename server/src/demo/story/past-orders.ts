import { isImported, recordPastShipping } from './story.repository.ts';
import type { StoryStep } from './story-step.ts';

/** One in so many orders shipped after its ship-by time. */
const LATE_ONE_IN = 150;

/** Records who shipped the imported orders of the past, and when: nearly all of them in time. */
export const pastOrders: StoryStep = {
  name: 'orders',
  isReady: ({ db }) => isImported(db, ['import-orders']),
  run: async ({ db, staff }) => {
    await recordPastShipping(
      db,
      staff.map(({ id }) => id),
      LATE_ONE_IN,
    );
  },
};
