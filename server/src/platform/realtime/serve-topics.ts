import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import sockjs, { type Connection } from 'sockjs';
import { WebSocketServer } from 'ws';
import { liveConnections, liveDropped } from '../metrics/metrics.ts';
import { ignoreUpgrade } from './ignored-upgrade.ts';
import { isOwnOrigin } from './own-origin.ts';
import { StompSession } from './stomp-session.ts';
import type { SessionDependencies, Transport } from './stomp-transport.ts';

interface Dependencies extends SessionDependencies {
  /** At which people reach Stowage. */
  readonly publicAddress: string;
}

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Where SockJS clients connect. */
const SOCKJS_PREFIX = '/ws';
/** Where plain WebSocket clients connect. The page uses the second, which a proxy passes on with `/ws`. */
const WEBSOCKET_PATHS = ['/stomp', '/ws/websocket'];
/** A client that does not read is disconnected before its backlog fills the memory. */
const MAX_BUFFERED_BYTES = 1_048_576;
/** Clients send only small frames: to connect and to subscribe. */
const MAX_MESSAGE_BYTES = 65_536;
const CLOSE_WITHIN_MS = 1_000;

/** Passed on to the WebSocket library; missing in the types. */
const websocketLimit = { faye_server_options: { maxLength: MAX_MESSAGE_BYTES } };

/**
 * Serves STOMP over SockJS and over plain WebSockets on the web server.
 * @returns a function that closes every connection
 */
export function serveTopics(server: Server, deps: Dependencies): () => void {
  const sessions = new Map<StompSession, Transport>();
  const open = (transport: Transport, carrier: string) => {
    liveConnections.inc({ transport: carrier });
    const session = new StompSession(transport, deps);
    sessions.set(session, transport);
    return {
      data: (chunk: string) => session.data(chunk),
      end: () => {
        session.end();
        if (sessions.delete(session)) liveConnections.dec({ transport: carrier });
      },
    };
  };

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => [...offered].find((protocol) => /^v1[012]\.stomp$/.test(protocol)) ?? false,
  });
  sockets.on('connection', (socket) => {
    const transport: Transport = {
      send: (data) => (socket.bufferedAmount > MAX_BUFFERED_BYTES ? cutOff(() => socket.terminate()) : socket.send(data)),
      close: () => {
        socket.close();
        // A client that does not answer the close is cut off.
        setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
      },
    };
    const session = open(transport, 'websocket');
    // One decoder for all messages: a client that sends bytes may split a character between two of them.
    const decoder = new TextDecoder();
    socket.on('message', (data) => session.data(decoder.decode(data as Buffer, { stream: true })));
    socket.on('close', session.end);
    socket.on('error', () => socket.terminate());
  });

  const stream = sockjs.createServer({ prefix: SOCKJS_PREFIX, sockjs_url: '/sockjs-is-bundled.js', log: () => {}, ...websocketLimit });
  stream.on('connection', (connection) => {
    if (connection === null) return;
    const transport: Transport = {
      send: (data) => (unreadBytes(connection) > MAX_BUFFERED_BYTES ? cutOff(() => destroy(connection)) : connection.write(data)),
      close: () => void connection.close(),
    };
    const session = open(transport, 'sockjs');
    // JSON has more than texts; the parser would take a number for so many bytes.
    connection.on('data', (message: unknown) => (typeof message === 'string' ? session.data(message) : destroy(connection)));
    connection.on('close', session.end);
  });
  stream.installHandlers(server);
  guardHttpTransports(server, deps.publicAddress);

  const sockjsUpgrades = server.listeners('upgrade') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request, socket, head) => {
    if (!/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) return ignoreUpgrade(server, request, socket, head);
    // Node listens no more, and the error of a connection to which nobody listens ends the process.
    socket.on('error', () => socket.destroy());
    // What a client sends after a refusal is never read, and neither is its end: the connection would stay, and keep the process from stopping.
    socket.once('finish', () => socket.destroy());
    if (!isOwnOrigin(request.headers, deps.publicAddress)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    } else if (WEBSOCKET_PATHS.includes(request.url?.split('?')[0] ?? '')) {
      sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
    } else if (request.url?.startsWith(`${SOCKJS_PREFIX}/`)) {
      for (const upgrade of sockjsUpgrades) upgrade.call(server, request, socket, head);
    } else {
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    }
  });

  const closeSessions = () => {
    for (const transport of sessions.values()) transport.close();
  };
  deps.topics.onGap(() => {
    for (const session of sessions.keys()) session.readAgain();
  });
  return () => {
    closeSessions();
    sockets.close();
  };
}

/** Inside a SockJS connection: what waits for a polling client, and the response or socket that takes it. The types do not have it. */
interface SockJsInside {
  readonly _session?: {
    readonly send_buffer?: readonly string[];
    readonly recv?: { readonly connection?: Socket; readonly response?: ServerResponse } | null;
  } | null;
}

/** How much a SockJS client has not read yet. */
function unreadBytes(connection: Connection): number {
  const { _session: session } = connection as SockJsInside;
  const waiting = session?.send_buffer?.reduce((sum, message) => sum + message.length, 0) ?? 0;
  return waiting + (socketOf(connection)?.writableLength ?? 0);
}

function cutOff(disconnect: () => void): void {
  liveDropped.inc({ reason: 'slow_client' });
  disconnect();
}

function destroy(connection: Connection): void {
  connection.close();
  socketOf(connection)?.destroy();
}

function socketOf(connection: Connection): Socket | null | undefined {
  const receiver = (connection as SockJsInside)._session?.recv;
  return receiver?.connection ?? receiver?.response?.socket;
}

/**
 * Checks what SockJS does not: the origin of its HTTP transports, as that of WebSockets, and the size of what polling clients post,
 * which it buffers without a limit.
 */
function guardHttpTransports(server: Server, publicAddress: string): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const isSockJs = request.url === SOCKJS_PREFIX || request.url?.startsWith(`${SOCKJS_PREFIX}/`);
    if (isSockJs && !isOwnOrigin(request.headers, publicAddress)) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end('403 Forbidden\n');
      return;
    }
    for (const listener of listeners) listener.call(server, request, response);
    if (!isSockJs) return;
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_MESSAGE_BYTES) request.destroy();
    });
  });
}
