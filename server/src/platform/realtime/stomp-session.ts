import { randomUUID } from 'node:crypto';
import { type IFrame, Parser, type StompHeaders } from '@stomp/stompjs';
import { isPermitted } from '@stowage/contract/permissions';
import { readAgainTopic } from '@stowage/contract/read-again';
import { AppError } from '../app-error.ts';
import type { Caller } from '../http/caller.ts';
import { frameText, readFrame } from './stomp-frames.ts';
import type { SessionDependencies, Transport } from './stomp-transport.ts';
import { resolveTopic } from './topics.ts';

interface Subscription {
  readonly id: string;
  readonly destination: string;
  /** The topic's exact name. */
  readonly topic: string;
  /** The client wants to acknowledge messages. Nothing is sent again in any case: after a gap a client reads again. */
  readonly isAcknowledged: boolean;
  /** Messages that wait until the topic's last one is found. */
  waiting: string[] | undefined;
}

const HEARTBEAT_MS = 4_000;
/** A longer interval than a timer can have would run all the time. */
const MAX_HEARTBEAT_MS = 60 * 60_000;
/** A client counts as gone after this many missed heartbeats. */
const MISSED_BEATS = 3;
const CONNECT_WITHIN_MS = 10_000;
const MAX_SUBSCRIPTIONS = 100;
/** The largest frame that is read, and so the most that an unfinished one may occupy. */
const MAX_FRAME_LENGTH = 65_536;
const VERSIONS = ['1.2', '1.1', '1.0'];

/** The server side of STOMP 1.2 for one connection: clients can only subscribe, by token, to topics that they may see. */
export class StompSession {
  private readonly transport: Transport;
  private readonly deps: SessionDependencies;
  private readonly parser: Parser;
  /** By the client's id. */
  private readonly subscriptions = new Map<string, Subscription>();
  /** What stops listening to a topic, by its name: all subscriptions to a topic share one listener. */
  private readonly listening = new Map<string, () => void>();
  private readonly timers: NodeJS.Timeout[] = [];
  private caller: Caller | undefined;
  /** STOMP 1.0 has no escapes in headers, and names a subscription by its destination unless it has an id. */
  private isFirstVersion = false;
  /** What a client sends without waiting for the answer to its CONNECT. */
  private early: IFrame[] | undefined;
  private stopWatching: (() => void) | undefined;
  private lastHeard = performance.now();
  private messageCount = 0;
  private unfinishedLength = 0;
  private closed = false;

  constructor(transport: Transport, deps: SessionDependencies) {
    this.transport = transport;
    this.deps = deps;
    this.parser = new Parser(
      (raw) => {
        this.unfinishedLength = 0;
        this.receive(readFrame(raw, !this.isFirstVersion));
      },
      () => {
        this.unfinishedLength = 0;
      },
    );
    this.timers.push(setTimeout(() => this.caller ?? this.refuse('CONNECT was expected'), CONNECT_WITHIN_MS));
  }

  /** Parses received data; an incomplete frame waits for its rest. */
  data(chunk: string): void {
    if (this.closed) return;
    this.lastHeard = performance.now();
    this.unfinishedLength += chunk.length;
    if (this.unfinishedLength > MAX_FRAME_LENGTH) return this.refuse('The frame is too large');
    try {
      this.parser.parseChunk(chunk);
    } catch {
      this.refuse('The frame could not be read');
    }
  }

  /** Makes the client read again after a gap: by a message if it knows such messages, otherwise by reconnecting. */
  readAgain(): void {
    if (this.subscribersOf(readAgainTopic.path).length > 0) this.deliver(readAgainTopic.path, '{}');
    else this.close();
  }

  /** Releases the state of a closed connection. */
  end(): void {
    this.closed = true;
    this.stopWatching?.();
    for (const timer of this.timers) clearInterval(timer);
    for (const stop of this.listening.values()) stop();
    this.listening.clear();
    this.subscriptions.clear();
  }

  private receive(frame: IFrame): void {
    if (this.closed) return;
    if (this.early !== undefined) return this.postpone(frame, this.early);
    if (frame.command === 'CONNECT' || frame.command === 'STOMP') return void this.connect(frame.headers);
    if (this.caller === undefined) return this.refuse('CONNECT was expected', frame);
    switch (frame.command) {
      case 'SUBSCRIBE':
        return this.subscribe(frame, this.caller);
      case 'UNSUBSCRIBE':
        this.unsubscribe(frame.headers.id ?? (this.isFirstVersion ? (frame.headers.destination ?? '') : ''));
        return this.receipt(frame);
      case 'ACK':
      case 'NACK':
        return this.receipt(frame);
      case 'DISCONNECT':
        this.receipt(frame);
        return this.close();
      default:
        return this.refuse(`${frame.command} is not supported: this server only sends`, frame);
    }
  }

  private async connect(headers: StompHeaders): Promise<void> {
    if (this.caller !== undefined) return this.refuse('Already connected');
    const accepted = (headers['accept-version'] ?? '1.0').split(',').map((one) => one.trim());
    const version = VERSIONS.find((candidate) => accepted.includes(candidate));
    if (version === undefined) return this.refuse(`Supported versions are ${VERSIONS.join(', ')}`, undefined, { version: VERSIONS.join(',') });
    this.isFirstVersion = version === '1.0';
    const token = tokenIn(headers);
    const early: IFrame[] = [];
    this.early = early;
    const caller = await this.deps.identify(token).catch((error: unknown) => this.refuse(error instanceof AppError ? error.message : 'Not authenticated'));
    this.early = undefined;
    if (caller === undefined || this.closed) return;
    this.caller = caller;
    this.stopWatching = this.deps.onAccessChange(caller, token, (reason) => this.refuse(reason));
    const gap = isPermitted(caller.roles, readAgainTopic.permission) && { 'gap-topic': readAgainTopic.path };
    this.send('CONNECTED', { version, server: 'stowage', 'heart-beat': `${HEARTBEAT_MS},${HEARTBEAT_MS}`, ...gap });
    this.beat(headers['heart-beat'] ?? '0,0');
    for (const frame of early) this.receive(frame);
  }

  private postpone(frame: IFrame, early: IFrame[]): void {
    if (early.length > MAX_SUBSCRIPTIONS) return this.refuse('Too many subscriptions', frame);
    early.push(frame);
  }

  private beat(wanted: string): void {
    const [theySend = 0, theyWant = 0] = wanted.split(',').map(Number);
    if (theyWant > 0) {
      this.timers.push(setInterval(() => this.transport.send('\n'), Math.min(Math.max(HEARTBEAT_MS, theyWant), MAX_HEARTBEAT_MS)));
    }
    if (theySend > 0) {
      const patience = Math.max(HEARTBEAT_MS, theySend) * MISSED_BEATS;
      this.timers.push(setInterval(() => performance.now() - this.lastHeard > patience && this.close(), HEARTBEAT_MS));
    }
  }

  private subscribe(frame: IFrame, caller: Caller): void {
    const { destination = '', ack = 'auto', id = this.isFirstVersion ? destination : undefined } = frame.headers;
    const found = resolveTopic(destination);
    if (id === undefined) return this.refuse('SUBSCRIBE needs an id', frame);
    if (found === undefined) return this.refuse(`There is no topic ${destination}`, frame);
    const isOthers = found.owner !== undefined && found.owner !== String(caller.userId);
    if (isOthers || !isPermitted(caller.roles, found.topic.permission)) {
      this.deps.onRefused?.({ actorId: caller.userId, call: `SUBSCRIBE ${destination}`, permission: found.topic.permission, requestId: randomUUID() });
      return this.refuse(`You may not listen to ${destination}`, frame);
    }
    if (this.subscriptions.size >= MAX_SUBSCRIPTIONS) return this.refuse('Too many subscriptions', frame);
    this.unsubscribe(id);
    this.follow({ id, destination, topic: found.name, isAcknowledged: ack !== 'auto', waiting: undefined });
    this.receipt(frame);
  }

  private unsubscribe(id: string): void {
    const topic = this.subscriptions.get(id)?.topic;
    this.subscriptions.delete(id);
    if (topic === undefined || this.subscribersOf(topic).length > 0) return;
    this.listening.get(topic)?.();
    this.listening.delete(topic);
  }

  /** Sends the topic's last message first, if it has one, then those that arrived meanwhile. */
  private follow(subscription: Subscription): void {
    const { id, topic } = subscription;
    this.subscriptions.set(id, subscription);
    if (!this.listening.has(topic)) {
      const stop = this.deps.topics.listen(topic, (body) => this.deliver(topic, body));
      this.listening.set(topic, stop);
    }
    const latest = this.deps.topics.latest(topic);
    if (latest === undefined) return;
    subscription.waiting = [];
    const go = (body?: string) => {
      const bodies = [...(body === undefined ? [] : [body]), ...(subscription.waiting ?? [])];
      subscription.waiting = undefined;
      if (this.subscriptions.get(id) === subscription) this.write(bodies.map((one) => this.message(subscription, one)));
    };
    latest.then(go, () => go());
  }

  /** One write for all subscriptions to the topic: a client may have many, and each write costs a system call. */
  private deliver(topic: string, body: string): void {
    const subscribers = this.subscribersOf(topic);
    for (const { waiting } of subscribers) waiting?.push(body);
    this.write(subscribers.filter(({ waiting }) => waiting === undefined).map((one) => this.message(one, body)));
  }

  private subscribersOf(topic: string): Subscription[] {
    return [...this.subscriptions.values()].filter((subscription) => subscription.topic === topic);
  }

  private message({ id, destination, isAcknowledged }: Subscription, body: string): string {
    const name = String(++this.messageCount);
    const headers = { subscription: id, destination, 'message-id': name, 'content-type': 'application/json', ...(isAcknowledged && { ack: name }) };
    return frameText({ command: 'MESSAGE', headers, body }, !this.isFirstVersion);
  }

  private write(frames: readonly string[]): void {
    if (frames.length > 0) this.transport.send(frames.join(''));
  }

  private receipt(frame: IFrame): void {
    const { receipt } = frame.headers;
    if (receipt !== undefined) this.send('RECEIPT', { 'receipt-id': receipt });
  }

  /** In STOMP an ERROR frame ends the connection. */
  private refuse(message: string, frame?: IFrame, more: StompHeaders = {}): void {
    if (this.closed) return;
    const { receipt } = frame?.headers ?? {};
    this.send('ERROR', { ...more, message, 'content-type': 'text/plain', ...(receipt && { 'receipt-id': receipt }) }, message);
    this.close();
  }

  private close(): void {
    if (this.closed) return;
    this.end();
    this.transport.close();
  }

  private send(command: string, headers: StompHeaders, body = ''): void {
    this.transport.send(frameText({ command, headers, body }, !this.isFirstVersion));
  }
}

function tokenIn(headers: StompHeaders): string | undefined {
  const value = headers.Authorization ?? headers.authorization ?? headers.token ?? headers.passcode;
  return value?.replace(/^Bearer +/i, '');
}
