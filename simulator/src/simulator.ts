import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerAdmin, type JournalEntry } from './admin.ts';
import { createSimulatedClock } from './clock.ts';
import { sendListingEvents, shownOf } from './events/listing-events.ts';
import { watchOrders } from './events/order-events.ts';
import { answerQueue, queueActionOf } from './events/queue-protocol.ts';
import { notificationOperations } from './events/subscriptions.ts';
import { AFTER, BEFORE, createFaults, type Effect } from './faults.ts';
import { feeOperations } from './fees.ts';
import { catalogOperations } from './listings/catalog.ts';
import { feedOperations, settleFeeds } from './listings/feeds.ts';
import { settleListing } from './listings/listing-patch.ts';
import { listingOperations } from './listings/listings.ts';
import { createLogin, refusedLogin } from './login.ts';
import { orderOperations } from './orders/orders.ts';
import { pricingOperations } from './pricing.ts';
import { serveDocument } from './reports/documents.ts';
import { fbaInventoryOperations } from './reports/fba-inventory.ts';
import { reportOperations, settleReports } from './reports/reports.ts';
import { createState } from './state.ts';
import { createThrottle } from './throttle.ts';
import { type Answer, internalFailure, invalidInput, newId, notFound, type Operation, quotaExceeded, Refusal, roleMissing, tokenRefused } from './wire.ts';
import type { World } from './world.ts';

export interface SimulatorOptions {
  /** 0 for any free port. */
  readonly port?: number;
  /** Multiplies every rate and burst. Tests that are not about limits use 1,000. */
  readonly rateScale?: number;
  /** The speed of the simulated time, as a multiple of real time. */
  readonly timeScale?: number;
  readonly sellerId?: string;
}

export interface Simulator {
  /** `http://127.0.0.1:…`, the base of the API; the token is at `/auth/o2/token` below it. */
  readonly url: string;
  close(): Promise<void>;
}

const SLOW_MS = 3_000;
const JOURNAL_LENGTH = 5_000;
/** A listings feed has a limit of its own: 5 in 5 minutes. */
const LISTINGS_FEED_PLAN = { rate: 5 / 300, burst: 5 };

/** Starts a marketplace on this machine's loopback. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  let url = '';
  const world: World = {
    state: createState(options.sellerId ?? 'A1STOWAGEDEMO'),
    clock: createSimulatedClock(options.timeScale ?? 1),
    faults: createFaults(),
    baseUrl: () => url,
  };
  const journal: JournalEntry[] = [];
  const answer = createAnswerer(world, journal, options.rateScale ?? 1);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function createAnswerer(world: World, journal: JournalEntry[], rateScale: number) {
  const operations = [
    ...feedOperations(world),
    ...reportOperations(world),
    ...listingOperations(world),
    ...pricingOperations(world),
    ...feeOperations(world),
    ...orderOperations(world),
    ...catalogOperations(world),
    ...fbaInventoryOperations(world),
    ...notificationOperations(world),
  ].map((operation) => ({ operation, pattern: patternOf(operation) }));
  const login = createLogin();
  const mayPass = createThrottle(rateScale);

  /** Checks the caller and the rate limit, and answers the call. */
  const work = (operation: Operation, request: IncomingMessage, call: Parameters<Operation['run']>[0]): Answer => {
    const token = request.headers['x-amz-access-token'] as string | undefined;
    if (!login.isValid(token, call.now, operation.isGrantless === true)) throw tokenRefused();
    if (!request.headers['user-agent']) throw invalidInput('The user-agent header is required');
    const isListingsFeed = operation.name === 'createFeed' && (call.body as { feedType?: string } | undefined)?.feedType === 'JSON_LISTINGS_FEED';
    if (!mayPass(isListingsFeed ? 'JSON_LISTINGS_FEED' : operation.name, isListingsFeed ? LISTINGS_FEED_PLAN : operation, call.now)) throw quotaExceeded();
    return operation.run(call);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', world.baseUrl());
    const content = await readBody(request);
    const now = world.clock.now();
    settle(world, now);
    if (url.pathname.startsWith('/__sim/')) {
      const answer = answerAdmin(world, journal, { method: request.method ?? 'GET', url, content });
      settle(world, world.clock.now());
      return send(response, answer);
    }
    const entry: JournalEntry = { operation: 'unknown', method: request.method ?? 'GET', path: url.pathname, query: url.search, at: now };
    journal.push(entry);
    if (journal.length > JOURNAL_LENGTH) journal.shift();
    const action = queueActionOf(request.headers['x-amz-target']);
    if (action !== undefined) return serveQueue(world, { action, request, response, content, entry });
    const match = operations.find(({ operation, pattern }) => operation.method === request.method && pattern.test(url.pathname));
    entry.operation = match?.operation.name ?? (url.pathname === '/auth/o2/token' ? 'lwaToken' : documentOperation(url, request.method));
    const before = world.faults.strike(entry.operation, BEFORE);
    if (before !== undefined) entry.fault = before;
    if (before === 'reset') return void request.socket.destroy();
    if (before === 'slow') await sleep(SLOW_MS);
    if (url.pathname.startsWith('/__docs/')) return sendDocument(world, { request, response, url, content, entry, before });
    const answer = attempt(before, () => {
      if (entry.operation === 'lwaToken') return login.answer(new URLSearchParams(content.toString()), now);
      if (match === undefined) throw notFound('The requested resource does not exist');
      entry.body = parseBody(content);
      const params = match.pattern.exec(url.pathname)?.groups ?? {};
      const decoded = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
      return work(match.operation, request, { params: decoded, query: url.searchParams, body: entry.body, now });
    });
    entry.status = answer.status;
    entry.answer = answer.body;
    const after = world.faults.strike(entry.operation, AFTER);
    if (after !== undefined) entry.fault = after;
    if (after === 'lost') return void request.socket.destroy();
    send(response, answer, { rate: match && match.operation.rate * rateScale, isTruncated: after === 'truncate' });
  };
}

function attempt(fault: Effect | undefined, work: () => Answer): Answer {
  try {
    if (fault === 'throttle') throw quotaExceeded();
    if (fault === 'error400') throw invalidInput('Invalid parameters provided.');
    if (fault === 'error500' || fault === 'error503') throw internalFailure(fault === 'error500' ? 500 : 503);
    if (fault === 'expired-token') throw tokenRefused();
    if (fault === 'missing-role') throw roleMissing();
    if (fault === 'invalid_grant' || fault === 'invalid_client') return refusedLogin(fault);
    return work();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    console.error(error);
    return { status: 500, body: internalFailure(500).body };
  }
}

function settle(world: World, now: number): void {
  settleFeeds(world, now);
  settleReports(world, now);
  for (const listing of world.state.listings.values()) {
    if (listing.pending.length === 0) continue;
    const before = shownOf(listing);
    settleListing(listing, now);
    sendListingEvents(world, listing, before);
  }
  watchOrders(world, now);
}

interface QueueRequest {
  readonly action: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly content: Buffer;
  readonly entry: JournalEntry;
}

/** Answers a call of the message queue, whose operation is the name of the action. */
async function serveQueue(world: World, { action, request, response, content, entry }: QueueRequest): Promise<void> {
  entry.operation = action;
  const fault = world.faults.strike(action, ['reset', 'error500', 'error503', 'slow', 'lost']);
  if (fault !== undefined) entry.fault = fault;
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'slow') await sleep(SLOW_MS);
  if (fault === 'error500' || fault === 'error503') return send(response, { status: Number(fault.slice(-3)), body: { __type: 'InternalError' } });
  const answer = await answerQueue(world, { action, body: parseBody(content), response, settle: () => settle(world, world.clock.now()) });
  if (fault === 'lost') return void request.socket.destroy();
  if (response.destroyed) return;
  send(response, answer === undefined ? { status: 400, body: { __type: 'com.amazonaws.sqs#UnsupportedOperation' } } : { status: 200, body: answer });
}

function send(response: ServerResponse, answer: Answer, { rate, isTruncated }: { rate?: number | undefined; isTruncated?: boolean } = {}): void {
  response.statusCode = answer.status;
  response.setHeader('x-amzn-requestid', newId());
  // Only success, 400 and 404 answers have the rate header.
  if (rate !== undefined && (answer.status < 300 || answer.status === 400 || answer.status === 404)) response.setHeader('x-amzn-ratelimit-limit', String(rate));
  if (answer.body === undefined) return void response.end();
  const text = JSON.stringify(answer.body);
  response.setHeader('content-type', 'application/json');
  response.end(isTruncated ? text.slice(0, Math.floor(text.length / 2)) : text);
}

interface DocumentCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly content: Buffer;
  readonly entry: JournalEntry;
  readonly before: Effect | undefined;
}

function sendDocument(world: World, { request, response, url, content, entry, before }: DocumentCall): void {
  const id = decodeURIComponent(url.pathname.slice('/__docs/'.length));
  const contentType = request.headers['content-type'];
  const document = serveDocument(world, { id, method: request.method ?? 'GET', query: url.searchParams, contentType, content });
  entry.status = before === 'error500' || before === 'error503' ? 503 : document.status;
  entry.hasToken = request.headers['x-amz-access-token'] !== undefined;
  response.writeHead(entry.status, { 'content-type': document.contentType });
  response.end(document.content);
}

const documentOperation = (url: URL, method: string | undefined) =>
  url.pathname.startsWith('/__docs/') ? (method === 'PUT' ? 'putDocument' : 'getDocument') : 'unknown';

const patternOf = ({ path }: Operation) => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function parseBody(content: Buffer): unknown {
  if (content.length === 0) return undefined;
  try {
    return JSON.parse(content.toString());
  } catch {
    throw invalidInput('The body is not JSON');
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray());
}
