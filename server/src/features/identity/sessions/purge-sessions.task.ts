import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { deleteChallengesBefore } from '../challenges/challenge.repository.ts';
import { deleteAttemptsBefore, deleteFailedSignInsBefore } from '../sign-in/sign-in-failure.repository.ts';
import { deleteEndedSessions, deleteTokensOfEndedSessions } from './session.repository.ts';

/** The retention of ended sessions and failed sign-ins: Amazon's Data Protection Policy requires security logs of twelve months. */
const RETENTION_MS = 366 * DAY_MS;
/** Tokens of an ended session prove nothing and are many. */
const TOKEN_RETENTION_MS = 30 * DAY_MS;

/** Deletes old sessions and sign-in failures every night. */
export function purgeSessionsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'purge-sessions',
    cron: '20 3 * * *',
    run: async () => {
      const now = clock.now();
      await deleteTokensOfEndedSessions(db, new Date(now.getTime() - TOKEN_RETENTION_MS));
      await deleteEndedSessions(db, new Date(now.getTime() - RETENTION_MS));
      await deleteFailedSignInsBefore(db, new Date(now.getTime() - RETENTION_MS));
      await deleteAttemptsBefore(db, now);
      await deleteChallengesBefore(db, now);
    },
  };
}
