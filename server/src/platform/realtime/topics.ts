import type { Topic } from '@stowage/contract/topic';
import { TOPICS } from '@stowage/contract/topics';
import type * as z from 'zod';
import type { NotifyBus } from './notify-bus.ts';

type Listener = (body: string) => void;

/** Live topics: what features publish, and what the browsers of this process listen to. */
export interface Topics {
  /** Sends a message to every listener of this and every other web process. Call it after the commit. */
  publish<P extends z.ZodType>(topic: Topic<P>, payload: z.input<P>, params?: Readonly<Record<string, string>>): void;
  /** Listens to a topic by its exact name. @returns a function that stops */
  listen(name: string, listener: Listener): () => void;
  /** Calls back when messages of other processes may be missing. */
  onGap(listener: () => void): void;
}

export function createTopics(bus: NotifyBus): Topics {
  const listeners = new Map<string, Set<Listener>>();
  const deliver = (name: string, body: string) => {
    for (const listener of listeners.get(name) ?? []) listener(body);
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
    listen(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(name);
      };
    },
  };
}

/**
 * The topic that a subscriber means: `feed-status/7`, `/feed-status/7` and `/topic/feed-status/7` are one.
 * @returns undefined when there is no such topic
 */
export function resolveTopic(destination: string): { name: string; topic: Topic } | undefined {
  const name = destination.replace(/^\/?(topic\/)?/, '');
  const topic = TOPICS.find((candidate) => patternOf(candidate).test(name));
  return topic && { name, topic };
}

function patternOf(topic: Topic): RegExp {
  return new RegExp(`^${topic.path.replace(/:\w+/g, '[\\w-]{1,64}')}$`);
}
