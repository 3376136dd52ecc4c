import { BULK_AT_ONCE, BULK_LIMIT, type BulkKind } from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { AppError } from '../../platform/app-error.ts';
import { actingAs } from '../../platform/audit/actor.ts';
import { once } from '../../platform/commands/once.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { discardRun, openRun, workAhead } from '../jobs/index.ts';
import { findOpenUndo, insertBulk, insertRows, insertUndoRows, lockBulk, setRun, stopBulk } from './bulk.repository.ts';
import type { BulkAction } from './bulk-action.ts';
import type { BulkSteps } from './bulk-step.service.ts';
import { bulkKindOf, jobKindOf } from './job-kind.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly steps: BulkSteps;
}

/** What a call selects: records, or all that match a list's filters except some. */
export type Selection = { readonly ids: readonly (string | number)[] } | { readonly matching: unknown; readonly except: readonly (string | number)[] };

interface Command {
  readonly selection: Selection;
  readonly input: unknown;
  readonly client_id?: string | undefined;
}

/** How long a call works on a small action itself, and when a job continues it if the process was killed meanwhile. */
const AT_ONCE_MS = 3_000;
const RESCUE_MS = 15_000;

export type BulkService = ReturnType<typeof createBulkService>;

export function createBulkService({ db, clock, topics, steps }: Dependencies) {
  /** Queues the job that works on an action: at once, or for later when this call works on it first. */
  const open = async (tx: DatabaseTransaction, { id, kind, total, userId }: { id: number; kind: BulkKind; total: number; userId: number }) => {
    const isSmall = total <= BULK_AT_ONCE;
    const run = { kind: jobKindOf(kind), key: `bulk-${id}`, payload: { bulkId: id }, requestedBy: userId, ...(isSmall && { inMs: RESCUE_MS }) };
    const { id: runId } = await openRun(tx, run);
    await setRun(tx, id, runId);
    return { id, runId, isSmall };
  };

  /** Works on a small action until it is over or the time is up; then the job goes on. */
  const follow = async ({ id, runId, isSmall }: Awaited<ReturnType<typeof open>>): Promise<number> => {
    await workAhead({ db, topics }, runId, { step: () => steps.run(id), forMs: isSmall ? AT_ONCE_MS : 0 });
    return id;
  };

  return {
    /** Stores the selected records as rows and begins with them. @returns the action's id */
    async start(action: BulkAction, { selection, input, client_id }: Command, userId: number): Promise<number> {
      const { kind } = action.endpoint;
      const opened = await db.transaction().execute((tx) =>
        once(tx, { command: `bulk.${kind}`, key: client_id, actorId: userId, content: { selection, input } }, async () => {
          const records = await recordsOf(tx, action, selection);
          const versions = (await action.listVersions?.(tx, records, input)) ?? new Map<string, string>();
          const id = await insertBulk(tx, { kind, input, requestedBy: userId, undoesId: null, now: clock.now() });
          await insertRows(tx, id, records, versions);
          return open(tx, { id, kind, total: records.length, userId });
        }),
      );
      return follow(opened);
    },

    /** Stops an action after the rows of its current step. */
    async stop(id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const bulk = await lockBulk(tx, id);
        if (bulk === undefined) throw notFound();
        if (bulk.isOver) throw new AppError('conflict', 'This action has already ended', { reason: 'already_over' });
        await stopBulk(tx, id, clock.now());
        if (bulk.runId !== null) await discardRun(tx, bulk.runId);
      });
    },

    /** Undoes the done rows of an action that has ended; one that failed ends with this. @returns the id of the undo, itself an action */
    async undo(id: number, { userId, mayUndoOthers }: { readonly userId: number; readonly mayUndoOthers: boolean }): Promise<number> {
      const opened = await db.transaction().execute(async (tx) => {
        const bulk = await lockBulk(tx, id);
        if (bulk === undefined) throw notFound();
        if (bulk.requestedBy !== userId && !mayUndoOthers) {
          throw new AppError('forbidden', 'You can undo your own changes. Ask an admin to undo this one.', { reason: 'not_own' });
        }
        const underWay = await findOpenUndo(tx, id);
        if (underWay !== undefined) return underWay;
        const kind = bulkKindOf(bulk.kind);
        if (!bulk.isOver) await stopBulk(tx, id, clock.now());
        const undo = await actingAs({ userId, requestId: `bulk-${id}` }, () =>
          insertBulk(tx, { kind, input: bulk.input, requestedBy: userId, undoesId: id, now: clock.now() }),
        );
        const total = bulk.undoesId === null ? await insertUndoRows(tx, undo, id) : 0;
        if (total === 0) throw new AppError('conflict', 'There is nothing to undo', { reason: 'nothing_to_undo' });
        return open(tx, { id: undo, kind, total, userId });
      });
      return typeof opened === 'number' ? opened : follow(opened);
    },
  };
}

async function recordsOf(tx: DatabaseTransaction, action: BulkAction, selection: Selection): Promise<string[]> {
  const found = 'ids' in selection ? selection.ids : await action.listMatching(tx, selection.matching, BULK_LIMIT + 1);
  const except = new Set('ids' in selection ? [] : selection.except.map(String));
  const records = [...new Set(found.map(String))].filter((record) => !except.has(record));
  if (records.length === 0) throw new AppError('rule_violated', 'Nothing matches the selection', { reason: 'nothing_selected' });
  if (records.length > BULK_LIMIT) {
    throw new AppError('rule_violated', `Select at most ${numberText(BULK_LIMIT)} at a time`, { reason: 'too_many' });
  }
  return records;
}

export function notFound(): AppError {
  return new AppError('not_found', 'There is no such action');
}
