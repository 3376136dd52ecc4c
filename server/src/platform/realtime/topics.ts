import type { Topic } from '@stowage/contract/topic';
import { TOPICS } from '@stowage/contract/topics';
import type * as z from 'zod';
import type { NotifyBus } from './notify-bus.ts';

type Listener = (body: string) => void;

/** Live topics: features publish, and the browsers connected to this process listen. */
export interface Topics {
  /** Sends a message to every listener of this and every other web process. Call it after the commit. */
  publish<P extends z.ZodType>(topic: Topic<P>, payload: z.input<P>, params?: Readonly<Record<string, string>>): void;
  /** Sends a message to the listeners of this process, for what every process finds out itself. */
  publishHere<P extends z.ZodType>(topic: Topic<P>, payload: z.input<P>): void;
  /** Listens to a topic by its exact name. @returns a function that stops */
  listen(name: string, listener: Listener): () => void;
  /** Calls back when messages of other processes may be missing. */
  onGap(listener: () => void): void;
  /** Registers how to find the last message of a topic, for clients that subscribe after it was sent. */
  serveLatest<P extends z.ZodType>(topic: Topic<P>, find: FindLatest<P>): void;
  /** @returns undefined for a topic without a last message */
  latest(name: string): Promise<string | undefined> | undefined;
}

type FindLatest<P extends z.ZodType> = (params: Readonly<Record<string, string>>) => Promise<z.input<P> | undefined>;

export function createTopics(bus: NotifyBus): Topics {
  const listeners = new Map<string, Set<Listener>>();
  const finders = new Map<Topic, FindLatest<z.ZodType>>();
  let undelivered: (readonly [name: string, body: string])[] = [];
  const deliverAll = () => {
    const messages = undelivered;
    undelivered = [];
    for (const [name, body] of messages) for (const listener of listeners.get(name) ?? []) listener(body);
  };
  /** Later, in order: the call whose change is published is answered first, however many clients listen. */
  const deliver = (name: string, body: string) => {
    if (undelivered.length === 0) setImmediate(deliverAll);
    undelivered.push([name, body]);
  };
  bus.onMessage(deliver);
  return {
    onGap: bus.onGap,
    publish(topic, payload, params = {}) {
      const name = topic.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '');
      const body = JSON.stringify(topic.payload.parse(payload));
      deliver(name, body);
      bus.send(name, body);
    },
    publishHere: (topic, payload) => deliver(topic.path, JSON.stringify(topic.payload.parse(payload))),
    listen(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(name);
      };
    },
    serveLatest: (topic, find) => void finders.set(topic, find as FindLatest<z.ZodType>),
    latest(name) {
      for (const [topic, find] of finders) {
        const groups = patternOf(topic).exec(name)?.groups;
        if (groups !== undefined) return find(groups).then((payload) => (payload === undefined ? undefined : JSON.stringify(topic.payload.parse(payload))));
      }
      return undefined;
    },
  };
}

/**
 * Resolves a subscriber's destination: `feed-status/7`, `/feed-status/7` and `/topic/feed-status/7` are the same topic.
 * @returns undefined when there is no such topic
 */
export function resolveTopic(destination: string): { name: string; topic: Topic; owner?: string | undefined } | undefined {
  const name = destination.replace(/^\/?(topic\/)?/, '');
  const topic = TOPICS.find((candidate) => patternOf(candidate).test(name));
  if (topic === undefined) return undefined;
  return { name, topic, ...(topic.ownedBy !== undefined && { owner: patternOf(topic).exec(name)?.groups?.[topic.ownedBy] }) };
}

function patternOf(topic: Topic): RegExp {
  return new RegExp(`^${topic.path.replace(/:(\w+)/g, '(?<$1>[\\w-]{1,64})')}$`);
}
