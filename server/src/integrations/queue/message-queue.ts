/** Where the queue is, and whose keys open it. */
export interface QueueAddress {
  readonly url: string;
  /** The address of a service other than AWS; by default, the address of the queue. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** By default, those of the machine: AWS_ACCESS_KEY_ID, a profile, or its role. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export interface QueueMessage {
  readonly body: string;
  /** Deletes this receipt of the message. */
  readonly receipt: string;
  /** The number of receipts, this one included. */
  readonly receives: number;
}

/** A queue whose messages stay until they are removed. A received message is hidden from others for `HIDDEN_SECONDS`. */
export interface MessageQueue {
  /** Waits up to twenty seconds for up to ten messages. */
  receive(signal: AbortSignal): Promise<QueueMessage[]>;
  remove(messages: readonly QueueMessage[]): Promise<void>;
  /** Hides messages from now on for `HIDDEN_SECONDS` more; 0 shows them again. */
  hide(messages: readonly QueueMessage[], seconds?: number): Promise<void>;
  state(): Promise<{ readonly arn: string; readonly waiting: number }>;
  close(): void;
}

/** Work on received messages that takes longer hides them again. */
export const HIDDEN_SECONDS = 60;

/** A failure of the queue, with what to do about it. It contains no secrets. */
export class QueueError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueueError';
  }
}
