import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { purgeComments } from './fba-event.repository.ts';

/** As long as the marketplace's reports that hold them. */
const COMMENT_DAYS = 90;

/** Removes what buyers wrote about their returns, every night. Safe to run twice. */
export function purgeCommentsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    ...{ name: 'purge-return-comments', cron: '50 3 * * *' },
    run: async () => void (await purgeComments(db, new Date(clock.now().getTime() - COMMENT_DAYS * DAY_MS))),
  };
}
