import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { type CASE_CHANGES, casesTopic } from '@stowage/contract/cases/cases';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { notify } from '../../notifications/index.ts';
import { isDecided } from '../claims/claim.rules.ts';
import { type LockedCase, lockCase, setStatus } from './case.repository.ts';
import { insertEvent } from './case-event.repository.ts';

type Change = (typeof CASE_CHANGES)[number];

/** Changes a case in one transaction, while nobody else does, and then tells every open page. */
export async function changeCase<R>(
  { db, topics }: { db: DatabasePool; topics: Topics },
  { caseId, change }: { caseId: number; change: Change },
  work: (tx: DatabaseTransaction, locked: LockedCase) => Promise<R>,
): Promise<R> {
  const result = await db.transaction().execute(async (tx) => work(tx, found(await lockCase(tx, caseId))));
  topics.publish(casesTopic, { caseId, change });
  return result;
}

/** Sets a status and keeps who did so. The same one again changes nothing. */
export async function moveTo(
  tx: DatabaseTransaction,
  { id, status: from }: LockedCase,
  { status, reason, actorId, now }: { status: CaseStatus; reason: string | undefined; actorId: number | null; now: Date },
): Promise<void> {
  if (from === status) return;
  await setStatus(tx, id, { status, isDecided: isDecided(status), now });
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
  await insertEvent(tx, { caseId: id, kind: 'STATUS', detail: `Status from ${from} to ${status}${why}`, actorId, at: now });
  if (status === 'Need additional photos') {
    const key = `case-needs-photos ${id} ${now.toISOString()}`;
    await notify(tx, { kind: 'case-needs-photos', except: actorId, title: `Case ${id} needs photos`, record: { kind: 'case', id }, path: casePath(id), key });
  }
}

export function casePath(id: number): string {
  return `/case-review?case=${id}`;
}

export function found<T>(one: T | undefined): T {
  if (one === undefined) throw new AppError('not_found', 'There is no such case');
  return one;
}

type Fields = Readonly<Record<string, string | number | null | undefined>>;

interface Entered {
  readonly wanted: Fields;
  /** What whoever entered it saw; a field that is left out may have held anything. */
  readonly was: Fields | undefined;
}

/**
 * Two people may fill the same form: what the second one has not seen is not replaced.
 * @throws AppError `changed_meanwhile` with what the fields hold
 */
export function requireUnchanged(now: Fields, { wanted, was = {} }: Entered): void {
  const plain = (value: string | number | null | undefined) => (value === '' || value === undefined ? null : value);
  const isStale = (field: string) =>
    wanted[field] !== undefined && was[field] !== undefined && plain(was[field]) !== plain(now[field]) && plain(wanted[field]) !== plain(now[field]);
  const stale = Object.keys(now).filter(isStale);
  if (stale.length === 0) return;
  const details = { now: Object.fromEntries(stale.map((field) => [field, now[field] ?? null])) };
  throw new AppError('conflict', 'Somebody else changed this meanwhile', { reason: 'changed_meanwhile', details });
}
