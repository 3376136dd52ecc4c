import { sql } from 'kysely';
import { isImported } from './story.repository.ts';
import type { StoryStep } from './story-step.ts';

/** One in so many orders shipped after its ship-by time. */
const LATE_ONE_IN = 150;

/** Records who shipped the imported orders of the past, and when: nearly all of them in time. */
export const pastOrders: StoryStep = {
  name: 'orders',
  isReady: ({ db }) => isImported(db, ['import-orders']),
  run: async ({ db, staff }) => {
    const people = staff.map(({ id }) => id);
    await sql`
      update orders o set shipped_by = (${people}::bigint[])[1 + abs(hashtext(o.order_id)) % ${people.length}::int],
        shipped_at = case when abs(hashtext(o.order_id || 'late')) % ${LATE_ONE_IN}::int = 0 then o.ship_by + interval '7 hours'
          else least(o.ship_by - interval '90 minutes', o.ordered_at + make_interval(hours => 3 + abs(hashtext(o.order_id)) % 17)) end
      where o.stage = 'SHIPPED' and o.shipped_at is null and o.ship_by is not null`.execute(db);
  },
};
