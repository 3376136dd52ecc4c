import type { Client } from '@stomp/stompjs';
import { createContext } from 'react';
import { freshToken, refreshedToken, storedToken } from './session.ts';

const RECONNECT_MS = 5_000;
const HEARTBEAT_MS = 4_000;

/** Connecting for the first time, connected, or disconnected and trying again. */
export type LiveState = 'connecting' | 'connected' | 'lost';

export interface TopicListener {
  readonly message: (body: string) => void;
  /** Runs after a gap, in which messages may have been missed. */
  readonly reconnected: () => void;
}

/** Delivers the messages of live topics. Tests provide one that they publish to themselves. */
export interface LiveConnection {
  /** @param name the topic's path with its parameters filled in. @returns a function that stops listening */
  readonly listen: (name: string, listener: TopicListener) => () => void;
  readonly state: () => LiveState;
  readonly onState: (callback: () => void) => () => void;
}

/** The live connection of the components below. */
export const LiveContext = createContext<LiveConnection | undefined>(undefined);

/** Connects to the server with the first listener, and disconnects after the last. */
export function createLiveConnection(): LiveConnection {
  const listeners = new Map<string, Set<TopicListener>>();
  const watchers = new Set<() => void>();
  let client: Promise<Client> | undefined;
  let state: LiveState = 'connecting';

  const setState = (next: LiveState) => {
    state = next;
    for (const notify of watchers) notify();
  };
  const subscribe = (stomp: Client, name: string) =>
    stomp.subscribe(
      `/topic/${name}`,
      ({ body }) => {
        for (const { message } of listeners.get(name) ?? []) message(body);
      },
      { id: name },
    );
  const connect = () =>
    connectClient({
      onConnect: (stomp, isReconnected) => {
        setState('connected');
        for (const name of listeners.keys()) subscribe(stomp, name);
        if (isReconnected) for (const set of listeners.values()) for (const { reconnected } of set) reconnected();
      },
      onLost: () => setState('lost'),
    });
  const stop = (name: string, listener: TopicListener) => {
    const set = listeners.get(name);
    set?.delete(listener);
    if (set === undefined || set.size > 0) return;
    listeners.delete(name);
    void client?.then((stomp) => stomp.connected && stomp.unsubscribe(name));
    if (listeners.size > 0) return;
    void client?.then((stomp) => stomp.deactivate());
    client = undefined;
    setState('connecting');
  };

  return {
    state: () => state,
    onState: (callback) => {
      watchers.add(callback);
      return () => void watchers.delete(callback);
    },
    listen: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      const isNew = set.size === 0;
      listeners.set(name, set.add(listener));
      client ??= connect();
      if (isNew) void client.then((stomp) => stomp.connected && subscribe(stomp, name));
      return () => stop(name, listener);
    },
  };
}

interface ClientEvents {
  readonly onConnect: (stomp: Client, isReconnected: boolean) => void;
  readonly onLost: () => void;
}

/** Loads the libraries with the first topic, so that the first page doesn't wait for them. */
async function connectClient({ onConnect, onLost }: ClientEvents): Promise<Client> {
  const [{ Client: StompClient }, { default: SockJs }] = await Promise.all([import('@stomp/stompjs'), import('sockjs-client/dist/sockjs.js')]);
  let hadConnection = false;
  const stomp: Client = new StompClient({
    webSocketFactory: () => new SockJs('/ws'),
    reconnectDelay: RECONNECT_MS,
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    beforeConnect: async () => {
      if (storedToken() === undefined) return stomp.deactivate();
      // Without a fresh token the server refuses the connection, and the next attempt tries again.
      const token = await freshToken().catch(() => storedToken());
      stomp.connectHeaders = { Authorization: `Bearer ${token}` };
    },
    // The roles in the token may be outdated: the next attempt uses a new token.
    onStompError: () => {
      const token = storedToken();
      if (token !== undefined) void refreshedToken(token).catch(() => {});
    },
    onWebSocketClose: onLost,
    onConnect: () => {
      onConnect(stomp, hadConnection);
      hadConnection = true;
    },
  });
  stomp.activate();
  return stomp;
}
