import { HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import type { EventType } from '@stowage/contract/marketplace-events/marketplace-events';
import type { Context } from '../../platform/context.ts';
import { lastRunAt } from '../jobs/index.ts';
import { hasFlow } from './event-flow.read-model.ts';

/** An event as long ago shows that events arrive. */
const EVENT_WITHIN_MS = HOUR_MS;
/** The queue answers at least every twenty seconds, unless it is down. */
const ANSWER_WITHIN_MS = 5 * MINUTE_MS;
/** A schedule and the start of its job differ by seconds. */
const TOLERANCE_MS = 5 * MINUTE_MS;

type Dependencies = Pick<Context, 'db' | 'clock'>;

/** Whether events of a type arrive, so that their records need less polling. */
export function areEventsFlowing({ db, clock }: Dependencies, type: EventType): Promise<boolean> {
  const now = clock.now().getTime();
  return hasFlow(db, type, { answer: new Date(now - ANSWER_WITHIN_MS), event: new Date(now - EVENT_WITHIN_MS) });
}

/** Whether a scheduled import is due: each time without events, and at longer intervals while they arrive. */
export async function isPollDue(deps: Dependencies, { kind, type, everyMs }: { kind: string; type: EventType; everyMs: number }): Promise<boolean> {
  if (!(await areEventsFlowing(deps, type))) return true;
  const last = await lastRunAt(deps.db, kind);
  return last === undefined || deps.clock.now().getTime() - last.getTime() >= everyMs - TOLERANCE_MS;
}
