import { randomUUID } from 'node:crypto';

export type Message = readonly [name: string, body: string];

/** What one NOTIFY carries. Earlier versions read `from` and `messages` only, so that both are always there. */
interface Payload {
  /** The process that sends; it receives its own messages too. Null for messages that it wants back. */
  readonly from: string | null;
  readonly messages: readonly Message[];
  /** A piece of a payload that is too large for one NOTIFY. */
  readonly part?: { readonly of: string; readonly at: number; readonly count: number; readonly text: string };
  /** Messages of this process were lost. */
  readonly gap?: true;
}

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const PAYLOAD_BYTES = 7_500;
/** Base64 makes it a third longer. */
const PART_BYTES = 5_400;
/** A larger message is replaced by a gap: its listeners read again. */
const MESSAGE_BYTES = 1_048_576;
/** Unfinished ones of senders that died. */
const MAX_UNFINISHED = 16;

export function gapPayload(from: string): string {
  return textOf({ from, messages: [], gap: true });
}

/** Each batch holds as many messages as fit into one payload; a large message is a batch of several payloads. */
export function nextBatch(from: string | null, messages: readonly Message[]): { count: number; payloads: string[] } {
  let count = 0;
  for (let bytes = 0; count < messages.length; count += 1) {
    bytes += Buffer.byteLength(JSON.stringify(messages[count])) + 1;
    if (count > 0 && bytes > PAYLOAD_BYTES) break;
  }
  return { count, payloads: payloadsOf({ from, messages: messages.slice(0, count) }) };
}

function payloadsOf(payload: Payload): string[] {
  const text = textOf(payload);
  const bytes = Buffer.from(text);
  if (bytes.length <= PAYLOAD_BYTES + 100) return [text];
  const { from } = payload;
  if (bytes.length > MESSAGE_BYTES) return [textOf({ from, messages: [], gap: true })];
  const of = randomUUID();
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, at) => {
    const piece = bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES).toString('base64');
    return textOf({ from, messages: [], part: { of, at, count, text: piece } });
  });
}

function textOf(payload: Payload): string {
  return JSON.stringify(payload);
}

interface Events {
  /** This process, whose own messages are skipped. */
  readonly self: string;
  readonly onMessage: (name: string, body: string) => void;
  readonly onGap: () => void;
}

/** Reads payloads in the order of their arrival. */
export function createPayloadReader({ self, onMessage, onGap }: Events): { read(text: string): void; forget(): void } {
  const unfinished = new Map<string, string[]>();
  const read = (text: string) => {
    const { from, messages, part, gap } = JSON.parse(text) as Payload;
    if (from === self) return;
    if (gap) onGap();
    for (const [name, body] of messages) onMessage(name, body);
    if (part === undefined) return;
    const pieces = part.at === 0 ? [] : unfinished.get(part.of);
    // The beginning was sent before this process listened.
    if (pieces === undefined) return;
    pieces.push(part.text);
    unfinished.set(part.of, pieces);
    if (pieces.length === part.count) {
      unfinished.delete(part.of);
      read(Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).toString());
    }
    for (const id of unfinished.keys()) if (unfinished.size > MAX_UNFINISHED) unfinished.delete(id);
  };
  return { read, forget: () => unfinished.clear() };
}
