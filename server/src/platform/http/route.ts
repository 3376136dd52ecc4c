import { Readable } from 'node:stream';
import { costRedaction } from '@stowage/contract/cost';
import type { Endpoint, ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import type { Permission } from '@stowage/contract/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { forExport, mayLag, partsForExport, partsThatMayLag } from '../database/connection/connection-use.ts';
import { withMark } from '../formats/csv.ts';
import { CheckedJson, exportName, fileHead, sendInJson, sendLines, sendStored } from './answers.ts';
import type { Authenticate, Caller, Identify, RefusalTap } from './caller.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import type { ExportTap, ServedFile } from './files/served-file.ts';
import { isStored } from './files/stored-content.ts';
import { addressKey } from './limits/address-key.ts';
import type { CountCostly } from './limits/costly-calls.ts';
import { answerMayLag } from './own-writes.ts';
import { type AccessOptions, whenPermitted } from './permitted-route.ts';
import { bearerToken, parseInput } from './request/input.ts';
import { NO_FRAMES } from './security.ts';

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    identify: Identify;
    /** Refuses a caller who did not prove who they are in the last minutes. */
    requireVerified: (caller: Caller) => Promise<void>;
    /** Every endpoint that this server answers, for the API document and the tests. */
    registeredRoutes: RegisteredRoute[];
    /** Copies the CSV exports of signed-in people; null without a copy. */
    exportTap: ExportTap | null;
    /** Learns of every call that a person may not make; null without a record. */
    refusalTap: RefusalTap | null;
    countCostly: CountCostly;
    /** Dates the names of exports. */
    clock: Clock;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface RegisteredRoute {
  readonly endpoint: Endpoint;
  readonly access: Permission | 'public';
  /** One of these is enough too. */
  readonly orOneOf?: readonly Permission[];
  /** Needs a sign-in or verification in the last minutes. */
  readonly stepUp?: boolean;
  /** Whether API keys may make the call. */
  readonly forKeys?: boolean;
}

export interface CallContext {
  readonly caller: Caller;
  readonly requestId: string;
  /** What rate limits count by: the client's address, or its network. */
  readonly address: string;
}

/** What a handler returns: the contract's response, or a file. */
export type AnswerOf<E extends Endpoint> = E extends { readonly format: 'file' } ? ServedFile : ReplyOf<E>;

/** Registers an endpoint for signed-in people who hold a permission, and for their API keys. */
export function route<E extends Endpoint, const R extends AnswerOf<E>>(
  app: FastifyInstance,
  endpoint: E,
  access: AccessOptions,
  handler: (input: ParsedInputOf<E>, context: CallContext) => Promise<R>,
): void {
  const redactCosts = costRedaction(endpoint.response);
  permittedRoute(app, endpoint, access, async (request, caller) => {
    const input = parseInput(endpoint, request);
    const read = () => handler(input, { caller, requestId: request.id, address: addressKey(request.ip) });
    const answer = await (answerMayLag(endpoint, request) ? mayLag(read) : read());
    return redactCosts === undefined || request.seesCosts ? answer : redactCosts(answer);
  });
}

/** Registers an endpoint that answers when the caller was identified and holds the permission. */
export function permittedRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  access: AccessOptions,
  answer: (request: FastifyRequest, caller: Caller) => Promise<unknown>,
): void {
  const { permission, orOneOf = [], stepUp = false, forKeys = !stepUp } = access;
  const { checkEarly, answerPermitted } = whenPermitted(app, endpoint, { ...access, stepUp, forKeys }, answer);
  // A body is read only for people who may send it: others learn that they may not, not what is wrong with it.
  register(app, { endpoint, access: permission, orOneOf, stepUp, forKeys }, answerPermitted, endpoint.method === 'GET' ? undefined : checkEarly);
}

/** Registers an endpoint whose answer is a CSV file as a text in an object; the text is sent while it is made. */
export function csvInJsonRoute<E extends Endpoint & { format: 'csv-in-json' }>(
  app: FastifyInstance,
  endpoint: E,
  { permission }: { permission: Permission },
  handler: (input: ParsedInputOf<E>, context: CallContext) => Promise<{ filename: string; csvData: AsyncIterable<string> }>,
): void {
  route(app, endpoint, { permission }, handler as (input: ParsedInputOf<E>, context: CallContext) => Promise<never>);
}

interface PublicContext extends Pick<CallContext, 'address'> {
  /** The signed-in person, if there is one. */
  readonly findCaller: () => Caller | undefined;
  /** The bearer token as sent; not necessarily that of a session. */
  readonly bearer: string | undefined;
  readonly cookies: Cookies;
  /** The client's User-Agent. */
  readonly userAgent: string | undefined;
}

/** Registers an endpoint that needs no sign-in. */
export function publicRoute<E extends Endpoint, const R extends AnswerOf<E>>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: ParsedInputOf<E>, context: PublicContext) => Promise<R>,
): void {
  register(app, { endpoint, access: 'public' }, (request, reply) =>
    handler(parseInput(endpoint, request), {
      address: addressKey(request.ip),
      findCaller: () => callerOf(app, request),
      bearer: bearerToken(request),
      cookies: cookiesOf(request, reply),
      userAgent: request.headers['user-agent'],
    }),
  );
}

function callerOf(app: FastifyInstance, request: FastifyRequest): Caller | undefined {
  const token = bearerToken(request);
  if (token === undefined) return undefined;
  try {
    return app.authenticate(token);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function register(
  app: FastifyInstance,
  registered: RegisteredRoute,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  beforeBody?: (request: FastifyRequest) => Promise<void>,
): void {
  const { endpoint, access } = registered;
  app.registeredRoutes.push(registered);
  const lagging = <T>(request: FastifyRequest, parts: AsyncIterable<T>) => (answerMayLag(endpoint, request) ? partsThatMayLag(parts) : parts);
  const tapped = (request: FastifyRequest, name: string, made: AsyncIterable<string>) => {
    // Inside the copy, which is written.
    const lines = lagging(request, made);
    if (app.exportTap === null || access === 'public' || request.callerId === null || endpoint.isUncopied) return lines;
    // An export is filed as the person who made it saw it.
    const permission = endpoint.hasCosts === true && request.seesCosts ? 'costs.read' : access;
    return app.exportTap({ name, permission, actorId: request.callerId, requestId: request.id }, lines);
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    // A HEAD request would compute a whole export for nothing.
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.format !== 'csv' && endpoint.format !== 'csv-in-json',
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    ...(beforeBody && { onRequest: beforeBody }),
    ...((endpoint.format === 'text' || endpoint.format === 'file') && { compress: false }),
    handler: async (request, reply) => {
      if (endpoint.format === 'csv') {
        const name = exportName(endpoint, app.clock.now());
        const lines = (await forExport(() => answer(request, reply))) as AsyncIterable<string>;
        return sendLines({ name, lines: partsForExport(tapped(request, name, withMark(lines))) }, reply);
      }
      if (endpoint.format === 'csv-in-json') {
        const { filename, csvData } = (await forExport(() => answer(request, reply))) as { filename: string; csvData: AsyncIterable<string> };
        return sendInJson({ filename, csvData: partsForExport(tapped(request, filename, withMark(csvData))) }, reply);
      }
      if (endpoint.format === 'file') {
        const file = (await answer(request, reply)) as ServedFile;
        if (isStored(file.content)) return sendStored(file, file.content, request, reply);
        // A HEAD request reads nothing of a file that is made while it is sent.
        return fileHead(file, reply).send(Readable.from(request.method === 'HEAD' ? [] : partsForExport(lagging(request, file.content))));
      }
      const answered = await answer(request, reply);
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').header('content-security-policy', NO_FRAMES);
      if (endpoint.format === 'text') reply.type('text/plain; charset=utf-8');
      if (answered instanceof CheckedJson) return reply.type('application/json; charset=utf-8').send(answered.text);
      // The check also drops every field that the contract does not name, so nothing leaks by accident.
      return endpoint.response.parse(answered);
    },
  });
}
