import { utcDay } from '@stowage/contract/formats/day';
import { AppError } from '../../../platform/app-error.ts';
import { actingAs } from '../../../platform/audit/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { integrityProblem } from '../../../platform/database/failures.ts';
import { type Filing, type NewFile, withNewFile } from '../../documents/index.ts';
import { discardRun } from '../../jobs/index.ts';
import type { SpreadsheetKind } from '../kinds/index.ts';
import { findState, type LockedSpreadsheet, lockSpreadsheet, setState, startCheck } from '../spreadsheet.repository.ts';
import { applyRows, CHANGED_SINCE, undoRows, withDocument } from './apply.service.ts';
import { checkStep } from './check.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly kinds: readonly SpreadsheetKind[];
  readonly filing: Filing;
}

/** The file before a step, and whether its work is over. */
export interface Progress {
  readonly id: number;
  readonly state: LockedSpreadsheet['state'];
  readonly done: number;
  readonly total: number;
  readonly isOver: boolean;
}

interface Step {
  readonly progress: (done: number) => void;
  /** Begun before the transaction when the rows were about to be applied. */
  readonly document: NewFile | undefined;
}

export type SpreadsheetWork = ReturnType<typeof createSpreadsheetWork>;

/** The work on a file: steps of the check, and its application and undo, each in one transaction. */
export function createSpreadsheetWork({ db, clock, kinds, filing }: Dependencies) {
  const kindOf = (file: LockedSpreadsheet): SpreadsheetKind => {
    const kind = kinds.find(({ name }) => name === file.kind);
    if (kind === undefined) throw new Error(`This version does not know the kind ${file.kind}`);
    return kind;
  };

  const step = async (tx: DatabaseTransaction, file: LockedSpreadsheet, { progress, document }: Step): Promise<boolean> => {
    const kind = kindOf(file);
    const now = clock.now();
    const run = (userId: number, work: () => Promise<void>) => actingAs({ userId, requestId: `spreadsheet-${file.id}` }, work);
    if (file.state === 'CHECKING') return checkStep(tx, file, kind, utcDay(now));
    if (file.state === 'APPLYING') {
      // Another call has only just started to apply it: the next step begins the file.
      if (document === undefined) return false;
      const userId = file.appliedBy ?? file.createdBy;
      await run(userId, () => withDocument(tx, file, document, () => applyRows(tx, file, { kind, author: { userId, now }, progress })));
      await setState(tx, file.id, 'APPLIED', { applied_at: now, done: file.rowCount });
    }
    if (file.state === 'UNDOING') {
      const userId = file.undoneBy ?? file.createdBy;
      await run(userId, () => undoRows(tx, file, { kind, author: { userId, now }, progress }));
      await setState(tx, file.id, 'UNDONE', { undone_at: now });
    }
    return true;
  };

  /** Records why nothing was applied or undone; the transaction of that was rolled back. */
  const refuse = (id: number, error: AppError) =>
    db.transaction().execute(async (tx) => {
      const file = await lockSpreadsheet(tx, id);
      if (file?.state === 'UNDOING') await setState(tx, id, 'APPLIED', { failure: error.message, undone_by: null });
      if (file?.state !== 'APPLYING') return;
      if (error.extra.reason === CHANGED_SINCE) await startCheck(tx, id, file.columns, error.message);
      else await setState(tx, id, 'CHECKED', { failure: error.message, applied_by: null });
    });

  const lockAndStep = (id: number, given: Step) =>
    db.transaction().execute(async (tx) => {
      const file = await lockSpreadsheet(tx, id);
      if (file === undefined || !['CHECKING', 'APPLYING', 'UNDOING'].includes(file.state)) return undefined;
      const isOver = await step(tx, file, given);
      if (isOver && file.runId !== null) await discardRun(tx, file.runId);
      return { file, isOver };
    });

  return {
    kindOf,

    /** Works on a file's next step. Safe to repeat, and from two processes. @returns undefined when nothing is to do */
    async run(id: number, progress: (done: number) => void = () => {}): Promise<Progress | undefined> {
      try {
        const isApplying = (await findState(db, id)) === 'APPLYING';
        const worked = await withNewFile(isApplying ? filing : undefined, (document) => lockAndStep(id, { progress, document }));
        if (worked === undefined) return undefined;
        const { file, isOver } = worked;
        if (isOver && file.state !== 'CHECKING') kindOf(file).announce?.();
        return { id, state: file.state, done: file.done, total: file.rowCount, isOver };
      } catch (error) {
        const refusal = error instanceof AppError ? error : integrityProblem(error);
        if (refusal === undefined) throw error;
        await refuse(id, refusal);
        return { id, state: 'CHECKING', done: 0, total: 0, isOver: refusal.extra.reason !== CHANGED_SINCE };
      }
    },
  };
}
