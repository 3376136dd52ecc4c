import type { Client } from '@stomp/stompjs';
import type { Topic } from '@stowage/contract/topic';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type * as z from 'zod';
import { RefusedError } from './problem.ts';
import { clearTokens, freshToken, refreshedToken, storedToken } from './session.ts';

const RECONNECT_MS = 5_000;
const HEARTBEAT_MS = 4_000;

interface Listener {
  readonly message: (body: string) => void;
  readonly connected: () => void;
}

const listeners = new Map<string, Set<Listener>>();
let client: Promise<Client> | undefined;

/** How the live connection stands: being made for the first time, there, or lost and tried again. */
type LiveState = 'connecting' | 'connected' | 'lost';
let state: LiveState = 'connecting';
const stateWatchers = new Set<() => void>();

/** The live connection's state, for parts that say so. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watchState, () => state);
}

function watchState(callback: () => void): () => void {
  stateWatchers.add(callback);
  return () => void stateWatchers.delete(callback);
}

function setState(next: LiveState): void {
  state = next;
  for (const tell of stateWatchers) tell();
}

/**
 * Listens to a live topic while the component is shown.
 * @param onMessage hears each message
 * @param onReconnect runs after a gap, in which messages may have been missed
 */
export function useTopic<P extends z.ZodType>(
  topic: Topic<P>,
  { params = {}, onMessage, onReconnect }: { params?: Record<string, string>; onMessage: (payload: z.output<P>) => void; onReconnect: () => void },
): void {
  const name = topic.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '');
  const message = useEffectEvent((body: string) => onMessage(JSON.parse(body) as z.output<P>));
  const connected = useEffectEvent(onReconnect);
  useEffect(() => listen(name, { message: (body) => message(body), connected: () => connected() }), [name]);
}

function listen(name: string, listener: Listener): () => void {
  const set = listeners.get(name) ?? new Set();
  const isNew = set.size === 0;
  listeners.set(name, set.add(listener));
  client ??= connect();
  if (isNew) void client.then((stomp) => stomp.connected && subscribe(stomp, name));
  return () => {
    set.delete(listener);
    if (set.size > 0) return;
    listeners.delete(name);
    void client?.then((stomp) => stomp.connected && stomp.unsubscribe(name));
    if (listeners.size === 0) {
      void client?.then((stomp) => stomp.deactivate());
      client = undefined;
      setState('connecting');
    }
  };
}

/** The libraries come with the first topic: the first page does not wait for them. */
async function connect(): Promise<Client> {
  const [{ Client: StompClient }, { default: SockJs }] = await Promise.all([import('@stomp/stompjs'), import('sockjs-client/dist/sockjs.js')]);
  let hadConnection = false;
  const stomp: Client = new StompClient({
    webSocketFactory: () => new SockJs('/ws'),
    reconnectDelay: RECONNECT_MS,
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    beforeConnect: async () => {
      if (storedToken() === undefined) return stomp.deactivate();
      try {
        stomp.connectHeaders = { Authorization: `Bearer ${await freshToken()}` };
      } catch (error) {
        if (error instanceof RefusedError) clearTokens();
      }
    },
    // What the token says may be old: the next one is of today.
    onStompError: () => {
      const token = storedToken();
      if (token !== undefined) void refreshedToken(token).catch(() => {});
    },
    onWebSocketClose: () => setState('lost'),
    onConnect: () => {
      setState('connected');
      for (const name of listeners.keys()) subscribe(stomp, name);
      if (hadConnection) for (const set of listeners.values()) for (const { connected } of set) connected();
      hadConnection = true;
    },
  });
  stomp.activate();
  return stomp;
}

function subscribe(stomp: Client, name: string): void {
  stomp.subscribe(`/topic/${name}`, ({ body }) => deliver(name, body), { id: name });
}

function deliver(name: string, body: string): void {
  for (const { message } of listeners.get(name) ?? []) message(body);
}
