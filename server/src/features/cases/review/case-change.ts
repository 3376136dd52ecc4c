import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { type CASE_CHANGES, casesTopic } from '@stowage/contract/cases/cases';
import { AppError } from '../../../platform/app-error.ts';
import { changedMeanwhile } from '../../../platform/commands/require-version.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { notify } from '../../notifications/index.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import { isDecided } from '../claims/claim.rules.ts';
import { type LockedCase, lockCase, setStatus } from './case.repository.ts';
import { insertEvent } from './case-event.repository.ts';

/** The person who changes a case, and when; null for a phone or a job. */
export interface Author {
  readonly actorId: number | null;
  readonly now: Date;
}

/** Changes a case in one transaction while it is locked, and then notifies open pages. */
export async function changeCase<R>(
  { db, topics }: Pick<CaseDependencies, 'db' | 'topics'>,
  { caseId, change }: { caseId: number; change: (typeof CASE_CHANGES)[number] },
  work: (tx: DatabaseTransaction, locked: LockedCase) => Promise<R>,
): Promise<R> {
  const result = await db.transaction().execute(async (tx) => work(tx, requireCase(await lockCase(tx, caseId))));
  topics.publish(casesTopic, { caseId, change });
  return result;
}

/** Sets the status of a case and records it. The same status again changes nothing. */
export async function moveTo(
  tx: DatabaseTransaction,
  { id, status: from }: LockedCase,
  { status, reason, actorId, now }: Author & { status: CaseStatus; reason: string | undefined },
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

/** @throws AppError `not_found` */
export function requireCase<T>(one: T | undefined): T {
  if (one === undefined) throw new AppError('not_found', 'Case not found');
  return one;
}

type Fields = Readonly<Record<string, string | number | null | undefined>>;

interface EditedFields {
  readonly entered: Fields;
  readonly was: Fields | undefined;
}

/**
 * Refuses an edit of fields that changed after the person saw them. Only fields that are entered and named in `was` count.
 * @throws AppError `changed_meanwhile` with the current values
 */
export function requireUnchanged(current: Fields, { entered, was = {} }: EditedFields): void {
  const plain = (value: string | number | null | undefined) => (value === '' || value === undefined ? null : value);
  const isStale = (field: string) =>
    entered[field] !== undefined && was[field] !== undefined && plain(was[field]) !== plain(current[field]) && plain(entered[field]) !== plain(current[field]);
  const stale = Object.keys(current).filter(isStale);
  if (stale.length === 0) return;
  throw changedMeanwhile('this case', { now: Object.fromEntries(stale.map((field) => [field, current[field] ?? null])) });
}
