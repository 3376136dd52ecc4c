import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { QueuedMessage } from '../records.ts';
import { fields } from '../wire.ts';
import type { World } from '../world.ts';
import { countMessages, deleteMessage, hideMessage, queueArn, queueOfUrl, receiveMessages, sendMessage } from './message-queue.ts';

/** The JSON protocol of the Simple Queue Service names the action in the header `x-amz-target`. */
const TARGET = /^AmazonSQS\.(\w+)$/;
const DEFAULT_HIDDEN_SECONDS = 30;
/** While a receiver waits, time passes and changes things; nobody else may call for a long time. */
const LOOK_EVERY_MS = 5_000;

/** The name of a queue action; undefined for any other call. */
export const queueActionOf = (target: unknown): string | undefined => TARGET.exec(String(target ?? ''))?.[1];

interface QueueCall {
  readonly action: string;
  readonly body: unknown;
  readonly response: ServerResponse;
  /** Brings the marketplace up to the current time. */
  readonly settle: () => void;
}

/** @returns the answer; undefined for an unknown action */
export async function answerQueue(world: World, call: QueueCall): Promise<object | undefined> {
  const input = fields(call.body ?? {});
  const name = queueOfUrl(String(input.QueueUrl ?? 'http://localhost/'));
  const now = world.clock.now();
  const entries = (Array.isArray(input.Entries) ? input.Entries : []) as Record<string, unknown>[];
  const each = (work: (entry: Record<string, unknown>) => void) => {
    for (const entry of entries) work(entry);
    return { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] };
  };
  const hide = ({ ReceiptHandle, VisibilityTimeout }: Record<string, unknown>) =>
    hideMessage(world, name, { receipt: String(ReceiptHandle), hiddenMs: Number(VisibilityTimeout) * 1000, now });
  switch (call.action) {
    case 'ReceiveMessage':
      return receive(world, { name, input, ...call });
    case 'DeleteMessage':
      deleteMessage(world, name, String(input.ReceiptHandle));
      return {};
    case 'DeleteMessageBatch':
      return each(({ ReceiptHandle }) => deleteMessage(world, name, String(ReceiptHandle)));
    case 'ChangeMessageVisibility':
      hide(input);
      return {};
    case 'ChangeMessageVisibilityBatch':
      return each(hide);
    case 'GetQueueAttributes':
      return { Attributes: attributesOf(world, name, now) };
    case 'SendMessage': {
      const body = String(input.MessageBody);
      return { MessageId: sendMessage(world, name, { body, now }), MD5OfMessageBody: md5(body) };
    }
    default:
      return undefined;
  }
}

function attributesOf(world: World, name: string, now: number) {
  const { visible, hidden } = countMessages(world, name, now);
  return { QueueArn: queueArn(name), ApproximateNumberOfMessages: String(visible), ApproximateNumberOfMessagesNotVisible: String(hidden) };
}

/** Waits for messages as long as the caller wants (long polling). */
async function receive(
  world: World,
  { name, input, response, settle }: { name: string; input: Record<string, unknown>; response: ServerResponse; settle: () => void },
): Promise<object> {
  const max = Math.min(10, Number(input.MaxNumberOfMessages ?? 1));
  const hiddenMs = Number(input.VisibilityTimeout ?? DEFAULT_HIDDEN_SECONDS) * 1000;
  const endsAt = Date.now() + Number(input.WaitTimeSeconds ?? 0) * 1000;
  for (;;) {
    settle();
    const messages = receiveMessages(world, name, { max, hiddenMs, now: world.clock.now() });
    const leftMs = endsAt - Date.now();
    if (messages.length > 0 || leftMs <= 0 || response.destroyed) return messages.length === 0 ? {} : { Messages: messages.map(toWire) };
    await arrival(world, response, Math.min(leftMs, LOOK_EVERY_MS));
  }
}

/** Resolves with the next message, the end of the time, or the end of the caller. */
function arrival({ state }: World, response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const { waiting } = state.events;
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      response.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    waiting.add(end);
    response.on('close', end);
  });
}

function toWire({ id, body, sentAt, receives, receipt = randomUUID() }: QueuedMessage) {
  const Attributes = { SentTimestamp: String(sentAt), ApproximateReceiveCount: String(receives) };
  return { MessageId: id, ReceiptHandle: receipt, MD5OfBody: md5(body), Body: body, Attributes };
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
