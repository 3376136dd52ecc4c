import { HIDDEN_SECONDS, type MessageQueue, type QueueMessage } from '../../../integrations/queue/message-queue.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { EventIntake } from './event-intake.service.ts';
import type { OwnAccount } from './event-message.ts';

interface Dependencies {
  readonly queue: MessageQueue;
  readonly intake: EventIntake;
  readonly logger: Logger;
}

/** A message that failed this often is stored with its error, so that it blocks nothing. */
const MAX_RECEIVES = 5;

/** Stores the effects of received messages, and removes each message after that. */
export async function processMessages(deps: Dependencies, messages: readonly QueueMessage[], own: OwnAccount): Promise<void> {
  const { queue, intake } = deps;
  await whileHidden(queue, messages, async () => {
    try {
      await intake.accept(
        messages.map(({ body }) => body),
        own,
      );
    } catch {
      return processSingly(deps, messages, own);
    }
    await queue.remove(messages);
  });
}

/** One message makes the others fail: finds it. It is received again later, and given up after some times. */
async function processSingly({ queue, intake, logger }: Dependencies, messages: readonly QueueMessage[], own: OwnAccount): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  for (const message of messages) {
    try {
      await intake.accept([message.body], own);
    } catch (error) {
      failure = { error };
      if (message.receives < MAX_RECEIVES) continue;
      logger.warn({ err: error }, 'a message can not be processed and is stored with its error');
      await intake.reject(message.body, error);
    }
    await queue.remove([message]);
  }
  if (failure !== undefined) throw failure.error;
}

/** Hides messages again before others receive them, as long as the work takes. */
async function whileHidden(queue: MessageQueue, messages: readonly QueueMessage[], work: () => Promise<void>): Promise<void> {
  // A failure only means that others receive the messages too, which is harmless.
  const timer = setInterval(() => void queue.hide(messages).catch(() => {}), (HIDDEN_SECONDS * 1000) / 2);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
