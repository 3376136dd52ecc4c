import { afterEach, expect, it, vi } from 'vitest';
import type { QueueMessage } from '../../../integrations/queue/message-queue.ts';
import { HIDDEN_SECONDS } from '../../../integrations/queue/message-queue.ts';
import { createLogger } from '../../../platform/logger.ts';
import type { EventIntake } from './event-intake.service.ts';
import { processMessages } from './process-messages.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('hides messages again as long as storing them takes, and removes them after that', async () => {
  vi.useFakeTimers();
  const calls: string[] = [];
  const messages: QueueMessage[] = [{ body: '{}', receives: 1, handle: 'a' } as unknown as QueueMessage];
  const queue = {
    hide: async () => {
      calls.push('hide');
      // A failure only means that another process receives the messages too.
      throw new Error('The queue does not answer');
    },
    remove: async () => void calls.push('remove'),
  };
  const intake = { accept: () => new Promise<void>((resolve) => setTimeout(resolve, HIDDEN_SECONDS * 2_000)) };
  const done = processMessages({ queue: queue as never, intake: intake as unknown as EventIntake, logger: createLogger('silent') }, messages, {
    sellerId: 's',
    marketplaceId: 'm',
  });
  await vi.advanceTimersByTimeAsync(HIDDEN_SECONDS * 2_000);
  await done;
  await vi.advanceTimersByTimeAsync(HIDDEN_SECONDS * 2_000);
  // Hidden again at half of the time, so that no message ever becomes visible to others.
  expect(calls).toEqual(['hide', 'hide', 'hide', 'hide', 'remove']);
});
