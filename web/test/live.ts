import type { Topic } from '@stowage/contract/topic';
import { act } from '@testing-library/react';
import type * as z from 'zod';
import type { LiveConnection, LiveState, TopicListener } from '../src/api/live-connection.ts';

const listeners = new Map<string, Set<TopicListener>>();
const watchers = new Set<() => void>();
let state: LiveState = 'connected';

/** The live connection of the tests: they publish its messages themselves. */
export const testConnection: LiveConnection = {
  state: () => state,
  onState: (callback) => {
    watchers.add(callback);
    return () => void watchers.delete(callback);
  },
  listen: (name, listener) => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    return () => void listeners.get(name)?.delete(listener);
  },
};

/** Publishes a message to the components that listen. @param params the values of `:name` in the topic's path */
export function publish<P extends z.ZodType>(topic: Topic<P>, payload: z.output<P>, params: Readonly<Record<string, string>> = {}): void {
  const name = topic.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '');
  act(() => {
    for (const { message } of listeners.get(name) ?? []) message(JSON.stringify(payload));
  });
}

/** Ends a gap in the live connection. */
export function reconnect(): void {
  act(() => {
    for (const set of listeners.values()) for (const { reconnected } of set) reconnected();
  });
}

export function setLiveState(next: LiveState): void {
  state = next;
  act(() => {
    for (const notify of watchers) notify();
  });
}

/** Called before each test. */
export function resetLive(): void {
  listeners.clear();
  watchers.clear();
  state = 'connected';
}
