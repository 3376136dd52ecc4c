import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import * as z from 'zod';
import type { Task } from '../../../platform/jobs/task.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import type { ReservationService } from './reservation.service.ts';

const PAUSE_MS = 1_000;

/** Every minute: orders follow the stock, should what happened there not have been heard. Safe to run twice. */
export function settleTask({ reservations }: { reservations: ReservationService }): Task {
  return {
    name: 'settle-reservations',
    payload: z.object({}).loose(),
    cron: '* * * * *',
    run: async () => void (await reservations.settleAll()),
  };
}

/** Lets orders follow the stock a moment after it changed, once however much changed. @returns a function that stops */
export function followStock({ topics, reservations, logger }: { topics: Topics; reservations: ReservationService; logger: Logger }): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const settle = () => {
    timer = undefined;
    running = reservations.settleAll().then(
      () => {},
      (error: unknown) => logger.warn({ err: error }, 'orders could not follow the stock; they do within a minute'),
    );
  };
  const stopListening = topics.listen(inventoryHistoryTopic.path, () => {
    if (timer === undefined && !isStopped) timer = setTimeout(settle, PAUSE_MS);
  });
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    stopListening();
    await running;
  };
}
