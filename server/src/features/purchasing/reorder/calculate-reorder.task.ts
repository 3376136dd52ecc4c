import type { Task } from '../../../platform/jobs/task.ts';
import type { ReorderService } from './reorder.service.ts';

/** Calculates the reorder proposals every three hours, from the newest sales and stock. Idempotent. */
export function calculateReorderTask(reorder: ReorderService): Task {
  return { name: 'calculate-reorder', cron: '25 */3 * * *', run: () => reorder.calculate() };
}
