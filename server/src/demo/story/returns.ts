import { DAY_MS } from '@stowage/contract/formats/durations';
import { recordDecision } from '../../features/returns/index.ts';
import { backdateDecision, listUndecided } from './returned-box.repository.ts';
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
    for (const [nth, { id, left, shipped_at: shippedAt }] of (await listUndecided(db, before)).entries()) {
      if (left <= 0) continue;
      const actorId = staff[nth % staff.length]?.id ?? staff[0].id;
      const dispositionId = DISPOSITIONS[nth % DISPOSITIONS.length] ?? 7;
      const at = new Date(shippedAt.getTime() + 3 * DAY_MS);
      await db.transaction().execute(async (tx) => {
        const decision = { removalShipmentId: id, dispositionId, quantity: left, clientId: `demo-return-${id}`, actorId };
        const { answer: decisionId } = await recordDecision(tx, decision, REUSED, async () => {});
        await backdateDecision(tx, { decisionId, lineId: id, at });
      });
    }
  },
};
