import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { openRun, workAhead } from '../../jobs/index.ts';
import { type LockedSpreadsheet, lockSpreadsheet, setRun } from '../spreadsheet.repository.ts';
import type { SpreadsheetWork } from './work.service.ts';

/** Files of at most this many rows are worked on by the call itself; a job rescues them if the process was killed meanwhile. */
const AT_ONCE_ROWS = 1_000;
const AT_ONCE_MS = 5_000;
const RESCUE_MS = 15_000;

export const SPREADSHEET_JOB = 'spreadsheet';

interface Dependencies extends Pick<Context, 'db' | 'topics'> {
  readonly work: SpreadsheetWork;
}

/** @returns a function that changes the state of a file, and works on it at once or by a job */
export function createRuns({ db, topics, work }: Dependencies) {
  /** Queues the job that works on a file: at once, or for later when this call works on it first. */
  const open = async (tx: DatabaseTransaction, { id, rowCount }: LockedSpreadsheet, userId: number) => {
    const isSmall = rowCount <= AT_ONCE_ROWS;
    const run = { kind: SPREADSHEET_JOB, key: `spreadsheet-${id}`, payload: { spreadsheetId: id }, requestedBy: userId, ...(isSmall && { inMs: RESCUE_MS }) };
    const { id: runId } = await openRun(tx, run);
    await setRun(tx, id, runId);
    return { id, runId, isSmall };
  };

  /** Works on a small file until it is over or the time is up; then the job goes on. */
  const follow = ({ id, runId, isSmall }: Awaited<ReturnType<typeof open>>) =>
    workAhead({ db, topics }, runId, { step: () => work.run(id), forMs: isSmall ? AT_ONCE_MS : 0 });

  /** Locks the file, changes its state, and works on it. The change returns false when nothing is to do. */
  return async (id: number, userId: number, begin: (tx: DatabaseTransaction, file: LockedSpreadsheet) => Promise<boolean>): Promise<void> => {
    const opened = await db.transaction().execute(async (tx) => {
      const file = await lockSpreadsheet(tx, id);
      if (file === undefined) throw notFound();
      return (await begin(tx, file)) ? open(tx, file, userId) : undefined;
    });
    if (opened !== undefined) await follow(opened);
  };
}

export function notFound(): AppError {
  return new AppError('not_found', 'There is no such file');
}
