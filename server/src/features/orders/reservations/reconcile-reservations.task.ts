import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { DatabaseWatch } from '../../../platform/database/connection/watch.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import type { ReservationService } from './reservation.service.ts';

const PAUSE_MS = 1_000;

/** Reconciles all orders with the stock every minute, in case a stock event was missed. Safe to run twice. */
export function reconcileTask({ reservations }: { reservations: ReservationService }): Task {
  return {
    name: 'settle-reservations',
    cron: '* * * * *',
    run: async () => void (await reservations.reconcileAll()),
  };
}

/** Reconciles all orders a moment after the stock changed, once for any number of changes and processes. @returns a function that stops it */
export function reconcileOnStockChange({
  topics,
  reservations,
  logger,
  watch,
}: {
  topics: Topics;
  reservations: ReservationService;
  logger: Logger;
  /** Only the leader of the processes that run jobs reconciles. */
  watch: Pick<DatabaseWatch, 'isLeading'>;
}): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const reconcile = () => {
    timer = undefined;
    running = reservations.reconcileAll().then(
      () => {},
      (error: unknown) => logger.warn({ err: error }, 'could not reconcile the orders with the stock; the task retries within a minute'),
    );
  };
  const stopListening = topics.listen(inventoryHistoryTopic.path, () => {
    if (timer === undefined && !isStopped && watch.isLeading()) timer = setTimeout(reconcile, PAUSE_MS);
  });
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    stopListening();
    await running;
  };
}
