import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { addUpSums, deleteSumsBefore } from './figures.repository.ts';
import { createFigureService } from './figures.service.ts';

const RETENTION_DAYS = 60;

/** Compacts the dashboard's sums every minute. Safe to run twice. */
export function addUpDashboardTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'add-up-dashboard',
    cron: '* * * * *',
    async run() {
      const now = clock.now().getTime();
      await addUpSums(db, new Date(now - DAY_MS));
      await deleteSumsBefore(db, new Date(now - RETENTION_DAYS * DAY_MS));
    },
  };
}

/** Computes the slow figures every ten minutes. Safe to run twice. */
export function slowFiguresTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'dashboard-figures',
    cron: '*/10 * * * *',
    run: () => createFigureService({ db, clock }).refresh(),
  };
}
