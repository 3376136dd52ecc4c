import type { Client } from '@stomp/stompjs';
import { readAgainTopic } from '@stowage/contract/read-again';
import { createContext } from 'react';
import { freshToken, refreshedToken, storedToken } from './session.ts';

/** The first wait before a reconnection; it doubles up to the last. Random, so that the pages of a killed process don't return at once. */
const RECONNECT_FROM_MS = [300, 1_200] as const;
const RECONNECT_UP_TO_MS = [2_500, 4_000] as const;
const CONNECT_WITHIN_MS = 10_000;
/** When all pages are to read again, each waits a random time up to this. */
const READ_AGAIN_WITHIN_MS = 1_500;
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
  const readAgain = () => {
    for (const set of listeners.values()) for (const { reconnected } of set) reconnected();
  };
  const connect = () =>
    connectClient({
      onConnect: (stomp, { isReconnected, gapTopic }) => {
        setState('connected');
        for (const name of listeners.keys()) subscribe(stomp, name);
        // A server that does not name the topic refuses it, and disconnects its clients after a gap.
        if (gapTopic === readAgainTopic.path) stomp.subscribe(`/topic/${gapTopic}`, () => setTimeout(readAgain, Math.random() * READ_AGAIN_WITHIN_MS));
        if (isReconnected) readAgain();
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
  readonly onConnect: (stomp: Client, connection: { readonly isReconnected: boolean; readonly gapTopic: string | undefined }) => void;
  readonly onLost: () => void;
}

/** Loads the library with the first topic, so that the first page doesn't wait for them. */
async function connectClient({ onConnect, onLost }: ClientEvents): Promise<Client> {
  const { Client: StompClient, ReconnectionTimeMode } = await import('@stomp/stompjs');
  const transport = createTransport();
  let hadConnection = false;
  const stomp: Client = new StompClient({
    webSocketFactory: transport.open,
    connectionTimeout: CONNECT_WITHIN_MS,
    reconnectTimeMode: ReconnectionTimeMode.EXPONENTIAL,
    reconnectDelay: between(RECONNECT_FROM_MS),
    maxReconnectDelay: between(RECONNECT_UP_TO_MS),
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    // A network that is gone never answers the closing of a socket, which the page would wait for.
    discardWebsocketOnCommFailure: true,
    beforeConnect: async () => {
      if (storedToken() === undefined) return stomp.deactivate();
      await transport.prepare();
      // Without a fresh token the server refuses the connection, and the next attempt tries again.
      const token = await freshToken().catch(() => storedToken());
      stomp.connectHeaders = { Authorization: `Bearer ${token}` };
    },
    // The roles in the token may be outdated: the next attempt uses a new token.
    onStompError: () => {
      const token = storedToken();
      if (token !== undefined) void refreshedToken(token).catch(() => {});
    },
    onWebSocketClose: () => {
      transport.closed();
      onLost();
    },
    onConnect: ({ headers }) => {
      transport.connected();
      onConnect(stomp, { isReconnected: hadConnection, gapTopic: headers['gap-topic'] });
      hadConnection = true;
    },
  });
  stomp.activate();
  return stomp;
}

/**
 * A plain WebSocket, which any process behind a load balancer can continue. Where it never connected, because a proxy refuses it,
 * it alternates with SockJS, which can poll.
 */
function createTransport() {
  let SockJs: typeof import('sockjs-client/dist/sockjs.js').default | undefined;
  let isPlain = true;
  let isSettled = false;
  let isConnected = false;
  return {
    /** Never fails: the client makes no further attempt after a failed preparation. */
    async prepare() {
      if (!isPlain) SockJs ??= await import('sockjs-client/dist/sockjs.js').then(({ default: loaded }) => loaded).catch(() => undefined);
    },
    open: () => (isPlain || SockJs === undefined ? new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/websocket`, 'v12.stomp') : new SockJs('/ws')),
    connected() {
      isConnected = true;
      isSettled ||= isPlain;
    },
    closed() {
      if (!isConnected && !isSettled) isPlain = !isPlain;
      isConnected = false;
    },
  };
}

function between([from, to]: readonly [number, number]): number {
  return from + Math.random() * (to - from);
}
