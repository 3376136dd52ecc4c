import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteBefore } from './spreadsheet.repository.ts';

/** Files that were never applied are deleted after this time. */
const UNUSED_DAYS = 7;
/** The rows of applied files can be read for this time; their changes stay, for the undo. */
const ROW_DAYS = 90;

/** Deletes old rows every night. Safe to run twice. */
export function purgeSpreadsheetsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-spreadsheets',
    cron: '50 3 * * *',
    run: async () => {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
      await deleteBefore(db, { unused: daysAgo(UNUSED_DAYS), rows: daysAgo(ROW_DAYS) });
    },
  };
}
