import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { recordDecision } from '../../features/returns/index.ts';
import { isImported } from './story.repository.ts';
import type { StoryStep } from './story-step.ts';

/** Boxes that are older than this are finished. */
const FINISHED_AFTER_DAYS = 9;
/** "Return to vendor" and "Dispose": they change no stock. */
const DISPOSITIONS = [6, 7, 6] as const;
const REUSED = { message: 'The id of a demo decision was used before', reason: 'client_id_reused' };

/** Decides about the units that are left in the boxes of earlier weeks; the newest ones wait for the visitor. */
export const returns: StoryStep = {
  name: 'returns',
  isReady: ({ db }) => isImported(db, ['import-removals']),
  run: async ({ db, clock, staff }) => {
    const before = new Date(clock.now().getTime() - FINISHED_AFTER_DAYS * DAY_MS);
    const { rows } = await sql<{ id: number; left: number; shipped_at: Date }>`
      select s.id, s.shipped_at, (s.quantity - coalesce(sum(g.quantity) filter (where g.voided_at is null), 0))::int as left
      from removal_shipments s left join return_grades g on g.removal_shipment_id = s.id
      where s.shipped_at < ${before} group by s.id order by s.id`.execute(db);
    for (const [nth, { id, left, shipped_at: shippedAt }] of rows.entries()) {
      if (left <= 0) continue;
      const actorId = staff[nth % staff.length]?.id ?? staff[0].id;
      const dispositionId = DISPOSITIONS[nth % DISPOSITIONS.length] ?? 7;
      const at = new Date(shippedAt.getTime() + 3 * DAY_MS);
      await db.transaction().execute(async (tx) => {
        const decision = { removalShipmentId: id, dispositionId, quantity: left, clientId: `demo-return-${id}`, actorId };
        const decisionId = await recordDecision(tx, decision, REUSED, async () => {});
        await sql`update return_grades set created_at = ${at} where id = ${decisionId}`.execute(tx);
        await sql`
          update return_packages p set arrived_at = ${at} from removal_shipments s
          where s.id = ${id} and p.tracking_number = s.tracking_numbers[1] and p.arrived_at > ${at}`.execute(tx);
      });
    }
  },
};
