import { HOUR_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../platform/context.ts';
import { notify } from '../notifications/index.ts';
import { insertRefusedCall, type RefusedCall } from './refused-call.repository.ts';

/** The page offers nobody a call that they may not make, so that more than this within an hour is no accident. */
export const REFUSALS_PER_HOUR = 20;
/** A flood of refused calls must not fill the disk. */
const RECORDED_PER_HOUR = 1_000;

/** Logs and records a call without permission, and alerts the administrators once an hour about a person with many. */
export async function recordRefusedCall(
  { db, clock, logger }: Pick<Context, 'db' | 'clock' | 'logger'>,
  refused: RefusedCall & { requestId: string },
): Promise<void> {
  logger.warn(refused, 'a call was refused');
  const now = clock.now();
  const count = await insertRefusedCall(db, refused, { now, since: new Date(now.getTime() - HOUR_MS), atMost: RECORDED_PER_HOUR });
  if (count <= REFUSALS_PER_HOUR || count > RECORDED_PER_HOUR) return;
  const { actorId } = refused;
  await db.transaction().execute((tx) =>
    notify(tx, {
      ...{ kind: 'refused-calls', title: 'A person tried many calls without permission', path: '/admin/people' },
      body: `Stowage refused more than ${REFUSALS_PER_HOUR} of their calls within an hour. The audit log shows which. End their sessions if this is not their work.`,
      ...{ record: { kind: 'person', id: actorId }, key: `refused-calls ${actorId} ${now.toISOString().slice(0, 13)}` },
    }),
  );
}
