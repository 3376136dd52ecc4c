import { AppError } from '../../platform/app-error.ts';
import { actingAs } from '../../platform/audit/actor.ts';
import { requireVersion } from '../../platform/commands/require-version.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { discardRun } from '../jobs/index.ts';
import { finishBulk, inSavepoint, type LockedBulk, listOpenRows, lockBulk, nameBulk, type OpenRow, type RowOutcome, saveOutcomes } from './bulk.repository.ts';
import type { BulkAction, BulkAuthor, RowResult } from './bulk-action.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly actions: readonly BulkAction[];
}

/** The counts of an action after a step. */
export type Progress = Pick<LockedBulk, 'total' | 'done' | 'unchanged' | 'refused' | 'isOver'>;

export type BulkSteps = ReturnType<typeof createBulkSteps>;

/** A step locks its records until it commits, so scans of the same stock wait for it. */
const STEP_ROWS = 25;

/** These refuse a row. Every other error fails the step, which is repeated. */
const REFUSALS: readonly string[] = ['invalid_input', 'forbidden', 'not_found', 'conflict', 'rule_violated'];

export function createBulkSteps({ db, clock, actions }: Dependencies) {
  const actionOf = (kind: string): BulkAction => {
    const action = actions.find(({ endpoint }) => endpoint.kind === kind);
    if (action === undefined) throw new Error(`This version does not know the action ${kind}`);
    return action;
  };

  const work = async (tx: DatabaseTransaction, bulk: LockedBulk): Promise<readonly RowOutcome[]> => {
    const action = actionOf(bulk.kind);
    const isUndo = bulk.undoesId !== null;
    const rows = await listOpenRows(tx, bulk.id, { limit: STEP_ROWS, isBackwards: isUndo });
    if (rows.length === 0) return [];
    await nameBulk(tx, bulk.id);
    const author = { userId: bulk.requestedBy, now: clock.now() };
    const outcomes = isUndo ? await undoRows(tx, action, rows, author) : await changeRows(tx, action, { rows, input: bulk.input, author });
    await saveOutcomes(tx, bulk.id, outcomes, bulk.undoesId);
    return outcomes;
  };

  return {
    actionOf,

    /**
     * Works on the next open rows, in one transaction with their results: after a kill they are all done, or all open.
     * @returns the action afterwards; undefined if there is no such action or it was over
     */
    async run(id: number): Promise<Progress | undefined> {
      const step = await db.transaction().execute(async (tx) => {
        const bulk = await lockBulk(tx, id);
        if (bulk === undefined || bulk.isOver) return undefined;
        const outcomes = await actingAs({ userId: bulk.requestedBy, requestId: `bulk-${id}` }, () => work(tx, bulk));
        const isOver = outcomes.length < STEP_ROWS;
        if (isOver) {
          await finishBulk(tx, id, clock.now());
          if (bulk.runId !== null) await discardRun(tx, bulk.runId);
        }
        return { bulk, outcomes, isOver };
      });
      if (step === undefined) return undefined;
      const { bulk, outcomes, isOver } = step;
      const changed = outcomes.filter(({ outcome }) => outcome === 'DONE').map(({ record }) => record);
      if (changed.length > 0) actionOf(bulk.kind).announce(changed, bulk.undoesId !== null);
      return { total: bulk.total, isOver, ...added(bulk, outcomes) };
    },
  };
}

function added(bulk: LockedBulk, outcomes: readonly RowOutcome[]): Pick<Progress, 'done' | 'unchanged' | 'refused'> {
  const count = (wanted: RowOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return { done: bulk.done + count('DONE'), unchanged: bulk.unchanged + count('UNCHANGED'), refused: bulk.refused + count('REFUSED') };
}

interface Change {
  readonly rows: readonly OpenRow[];
  readonly input: unknown;
  readonly author: BulkAuthor;
}

async function changeRows(tx: DatabaseTransaction, action: BulkAction, { rows, input, author }: Change): Promise<RowOutcome[]> {
  const records = rows.map(({ record }) => record);
  await action.lock?.(tx, records, input);
  const versions = await action.listVersions?.(tx, records, input);
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    outcomes.push(
      await outcomeOf(tx, { row, alreadySo: action.alreadySo ?? [] }, async () => {
        // A record that is gone is for the action itself to refuse, in its own words.
        const now = versions?.get(row.record);
        if (row.version !== null && now !== undefined) requireVersion({ expected: row.version, current: now, of: 'this one' });
        return action.run(tx, row.record, input, author);
      }),
    );
  }
  return outcomes;
}

async function undoRows(tx: DatabaseTransaction, action: BulkAction, rows: readonly OpenRow[], author: BulkAuthor): Promise<RowOutcome[]> {
  await action.lockUndo?.(
    tx,
    rows.map(({ undo }) => undo),
  );
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    outcomes.push(
      await outcomeOf(tx, { row, alreadySo: ['already_undone'] }, async () => {
        await action.undo?.(tx, row.undo, author, row.record);
        return {};
      }),
    );
  }
  return outcomes;
}

async function outcomeOf(
  tx: DatabaseTransaction,
  { row: { position, record }, alreadySo }: { row: OpenRow; alreadySo: readonly string[] },
  work: () => Promise<RowResult>,
): Promise<RowOutcome> {
  const plain = { position, record, message: null, reason: null, undo: null };
  try {
    const result = await inSavepoint(tx, work);
    return result === 'UNCHANGED' ? { ...plain, outcome: 'UNCHANGED' } : { ...plain, outcome: 'DONE', undo: result.undo ?? null };
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error;
    const reason = error.extra.reason ?? null;
    if (reason !== null && alreadySo.includes(reason)) return { ...plain, outcome: 'UNCHANGED' };
    return { ...plain, outcome: 'REFUSED', reason, message: error.message };
  }
}
