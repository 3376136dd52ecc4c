import { randomUUID } from 'node:crypto';
import type { QueuedMessage } from '../records.ts';
import type { World } from '../world.ts';

/** Messages that nobody deletes are lost after this time. */
const RETENTION_MS = 4 * 24 * 3_600_000;
const ACCOUNT = '000000000000';

export const queueArn = (name: string) => `arn:aws:sqs:us-east-1:${ACCOUNT}:${name}`;
export const queueOfArn = (arn: string) => arn.split(':').at(-1) ?? '';
/** The queue's name in its address, such as `http://127.0.0.1:5300/000000000000/stowage`. */
export const queueOfUrl = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

const messagesOf = ({ state }: World, name: string): QueuedMessage[] => {
  const messages = state.events.queues.get(name) ?? [];
  state.events.queues.set(name, messages);
  return messages;
};

export function sendMessage(world: World, name: string, { body, now, delayMs = 0 }: { body: string; now: number; delayMs?: number }): string {
  const id = randomUUID();
  messagesOf(world, name).push({ id, body, sentAt: now, visibleAt: now + delayMs, receives: 0, receipt: undefined });
  for (const wake of world.state.events.waiting) wake();
  return id;
}

/** Takes up to ten messages, which stay in the queue and are hidden from others for a time. */
export function receiveMessages(world: World, name: string, { max, hiddenMs, now }: { max: number; hiddenMs: number; now: number }): QueuedMessage[] {
  const kept = messagesOf(world, name).filter(({ sentAt }) => sentAt + RETENTION_MS > now);
  world.state.events.queues.set(name, kept);
  const received = kept.filter(({ visibleAt }) => visibleAt <= now).slice(0, max);
  for (const message of received) {
    message.visibleAt = now + hiddenMs;
    message.receives += 1;
    message.receipt = randomUUID();
  }
  return received;
}

/** An old receipt handle deletes nothing, because the message was received again since. */
export function deleteMessage(world: World, name: string, receipt: string): void {
  const messages = messagesOf(world, name);
  const index = messages.findIndex((message) => message.receipt === receipt);
  if (index >= 0) messages.splice(index, 1);
}

export function hideMessage(world: World, name: string, { receipt, hiddenMs, now }: { receipt: string; hiddenMs: number; now: number }): void {
  const message = messagesOf(world, name).find((candidate) => candidate.receipt === receipt);
  if (message !== undefined) message.visibleAt = now + hiddenMs;
}

export function countMessages(world: World, name: string, now: number): { visible: number; hidden: number } {
  const messages = messagesOf(world, name);
  const visible = messages.filter(({ visibleAt }) => visibleAt <= now).length;
  return { visible, hidden: messages.length - visible };
}
