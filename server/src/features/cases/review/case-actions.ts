import { setCaseOwners, setCaseStatuses } from '@stowage/contract/cases/case-bulk';
import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { casesTopic } from '@stowage/contract/cases/cases';
import type * as z from 'zod';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { BulkAction } from '../../bulk/index.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import { type LockedCase, lockCase } from './case.repository.ts';
import { moveTo, requireCase } from './case-change.ts';
import { listCaseVersions, listMatchingCases } from './case-list.read-model.ts';
import { setOwner } from './save-claim.ts';

type StatusBody = z.output<typeof setCaseStatuses.body>;
type Matching = Extract<StatusBody['selection'], { matching: unknown }>['matching'];
type OwnerInput = z.output<typeof setCaseOwners.body>['input'];

/** The value before and after, so that an undo doesn't overwrite a later change. */
interface Changed<T> {
  readonly from: T;
  readonly to: T;
}

/** The actions for many cases. */
export function caseActions({ clock, topics }: Pick<CaseDependencies, 'clock' | 'topics'>): readonly BulkAction[] {
  const common = (column: 'status' | 'owner_id', change: 'STATUS' | 'CLAIM') =>
    ({
      permission: 'cases.write',
      listMatching: (db, matching, limit) => listMatchingCases(db, { ...matching, now: clock.now() }, limit),
      lock: async (tx, records) => {
        for (const id of records.map(Number).sort((a, b) => a - b)) await lockCase(tx, id);
      },
      listVersions: (db, records) => listCaseVersions(db, records, column),
      announce: (records) => {
        for (const record of records) topics.publish(casesTopic, { caseId: Number(record), change });
      },
    }) satisfies Partial<BulkAction<never, Matching, never>>;

  const setStatus: BulkAction<StatusBody['input'], Matching, Changed<CaseStatus>> = {
    ...common('status', 'STATUS'),
    endpoint: setCaseStatuses,
    run: async (tx, record, { status, reason }, { userId: actorId, now }) => {
      const locked = await requireLocked(tx, record);
      if (locked.status === status) return 'UNCHANGED';
      await moveTo(tx, locked, { status, reason, actorId, now });
      return { undo: { from: locked.status, to: status } };
    },
    undo: async (tx, { from, to }, { userId: actorId, now }, record) => {
      const locked = await requireLocked(tx, record);
      requireVersion({ expected: to, current: locked.status, of: 'this case' });
      await moveTo(tx, locked, { status: from, reason: 'undone', actorId, now });
    },
  };
  const giveTo: BulkAction<OwnerInput, Matching, Changed<number | null>> = {
    ...common('owner_id', 'CLAIM'),
    endpoint: setCaseOwners,
    run: async (tx, record, { owner_id }, { userId: actorId, now }) => {
      const locked = await requireLocked(tx, record);
      const isChanged = await setOwner(tx, locked, owner_id, { actorId, now });
      return isChanged ? { undo: { from: locked.ownerId, to: owner_id } } : 'UNCHANGED';
    },
    undo: async (tx, { from, to }, { userId: actorId, now }, record) => {
      const locked = await requireLocked(tx, record);
      requireVersion({ expected: to, current: locked.ownerId, of: 'this case' });
      await setOwner(tx, locked, from, { actorId, now });
    },
  };
  return [setStatus, giveTo] as readonly BulkAction[];
}

async function requireLocked(tx: DatabaseTransaction, record: string): Promise<LockedCase> {
  return requireCase(await lockCase(tx, Number(record)));
}
