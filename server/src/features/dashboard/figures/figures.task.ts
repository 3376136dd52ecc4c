import { DAY_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { addUpSums, deleteSumsBefore } from './figures.repository.ts';
import { createFigureService } from './figures.service.ts';

const RETENTION_DAYS = 60;

/** Compacts the dashboard's sums every minute. Safe to run twice. */
export function addUpDashboardTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'add-up-dashboard',
    payload: z.object({}).loose(),
    cron: '* * * * *',
    async run() {
      const now = clock.now().getTime();
      await addUpSums(db, new Date(now - DAY_MS));
      await deleteSumsBefore(db, new Date(now - RETENTION_DAYS * DAY_MS));
    },
  };
}

/** Computes the slow figures every ten minutes. Safe to run twice. */
export function slowFiguresTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'dashboard-figures',
    payload: z.object({}).loose(),
    cron: '*/10 * * * *',
    run: () => createFigureService({ db, clock }).refresh(),
  };
}
