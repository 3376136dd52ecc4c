import { Readable } from 'node:stream';
import type { Endpoint, ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import { isPermitted, type Permission } from '@stowage/contract/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { AppError } from '../app-error.ts';
import { actingAs } from '../audit/actor.ts';
import type { Clock } from '../clock.ts';
import { forExport, partsForExport } from '../database/export-connections.ts';
import { addressKey } from './address-key.ts';
import type { Authenticate, Caller, FirstStep, RefusalTap } from './caller.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { byteRange } from './files/byte-range.ts';
import type { ExportTap, ServedFile, StoredContent } from './files/served-file.ts';
import { isStored } from './files/stored-content.ts';

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    /** Refuses a caller who did not prove who they are in the last minutes. */
    requireVerified: (caller: Caller) => Promise<void>;
    /** Every endpoint that this server answers, for the API document and the tests. */
    registeredRoutes: RegisteredRoute[];
    /** Copies the CSV exports of signed-in people; null without a copy. */
    exportTap: ExportTap | null;
    /** Learns of every call that a person may not make; null without a record. */
    refusalTap: RefusalTap | null;
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
  /** Needs a sign-in or verification in the last minutes. */
  readonly stepUp?: boolean;
}

export interface CallContext {
  readonly caller: Caller;
  readonly requestId: string;
  /** What rate limits count by: the client's address, or its network. */
  readonly address: string;
}

/** What a handler returns: the contract's response, or a file. */
export type AnswerOf<E extends Endpoint> = E extends { readonly format: 'file' } ? ServedFile : ReplyOf<E>;

/** Registers an endpoint for signed-in people who hold a permission. */
export function route<E extends Endpoint, const R extends AnswerOf<E>>(
  app: FastifyInstance,
  endpoint: E,
  { permission, stepUp = false, during = [] }: { permission: Permission; stepUp?: boolean; during?: readonly FirstStep[] },
  handler: (input: ParsedInputOf<E>, context: CallContext) => Promise<R>,
): void {
  register(app, { endpoint, access: permission, stepUp }, async (request) => {
    const caller = app.authenticate(bearerToken(request), { during });
    const refused = { actorId: caller.userId, call: `${endpoint.method} ${endpoint.path}`, permission, requestId: request.id };
    if (!isPermitted(caller.roles, permission)) {
      await app.refusalTap?.(refused);
      throw new AppError('forbidden', 'Your account does not have the required permissions');
    }
    if (stepUp) await app.requireVerified(caller);
    const handle = () => handler(parseInput(endpoint, request), { caller, requestId: request.id, address: addressKey(request.ip) });
    return (endpoint.method === 'GET' ? handle() : actingAs({ userId: caller.userId, requestId: request.id }, handle)).catch(async (error: unknown) => {
      // Some handlers need more than the permission of their call, such as that of a document's type.
      if (error instanceof AppError && error.code === 'forbidden') await app.refusalTap?.(refused);
      throw error;
    });
  });
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

function register(app: FastifyInstance, registered: RegisteredRoute, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
  const { endpoint, access } = registered;
  app.registeredRoutes.push(registered);
  const tapped = (request: FastifyRequest, name: string, lines: AsyncIterable<string>) => {
    const caller = access === 'public' ? undefined : callerOf(app, request);
    if (app.exportTap === null || access === 'public' || caller === undefined) return lines;
    return app.exportTap({ name, permission: access, actorId: caller.userId, requestId: request.id }, lines);
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    // A HEAD request would compute a whole export for nothing.
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.format !== 'csv' && endpoint.format !== 'csv-in-json',
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    ...((endpoint.format === 'text' || endpoint.format === 'file') && { compress: false }),
    handler: async (request, reply) => {
      if (endpoint.format === 'csv') {
        const name = exportName(endpoint, app.clock.now());
        const lines = (await forExport(() => answer(request, reply))) as AsyncIterable<string>;
        return sendLines({ name, lines: partsForExport(tapped(request, name, lines)) }, reply);
      }
      if (endpoint.format === 'csv-in-json') {
        const { filename, csvData } = (await forExport(() => answer(request, reply))) as { filename: string; csvData: AsyncIterable<string> };
        return sendInJson({ filename, csvData: partsForExport(tapped(request, filename, csvData)) }, reply);
      }
      if (endpoint.format === 'file') {
        const file = (await answer(request, reply)) as ServedFile;
        if (isStored(file.content)) return sendStored(file, file.content, request, reply);
        // A HEAD request reads nothing of a file that is made while it is sent.
        return fileHead(file, reply).send(Readable.from(request.method === 'HEAD' ? [] : partsForExport(file.content)));
      }
      // The check also drops every field that the contract does not name, so nothing leaks by accident.
      const answered = endpoint.response.parse(await answer(request, reply));
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      if (endpoint.format === 'text') reply.type('text/plain; charset=utf-8');
      return answered;
    },
  });
}

/** `/api/purchase-orders/export.csv` is `purchase-orders 2026-11-22.csv`, by the day in UTC. */
function exportName({ path }: Endpoint, now: Date): string {
  const parts = path.split('/').filter((part) => !part.startsWith(':'));
  const last = (parts.at(-1) ?? '').replace(/\.csv$/, '');
  return `${last === 'export' ? parts.at(-2) : last} ${now.toISOString().slice(0, 10)}.csv`;
}

/** Sends a stored file whole or in the requested part, so that downloads resume and viewers seek. */
async function sendStored(file: ServedFile, content: StoredContent, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { bytes } = content;
  const mark = `"${content.mark}"`;
  const { range, 'if-range': ifRange = mark } = request.headers;
  // The client has a part of an older content: it gets the whole new one.
  const part = byteRange(request.method === 'GET' && ifRange === mark ? range : undefined, bytes);
  if (part === 'outside') {
    reply.header('content-range', `bytes */${bytes}`);
    throw new AppError('invalid_input', 'The file has no such part', { status: 416 });
  }
  const isPart = part !== 'whole';
  const stream = Readable.from(await content.read(isPart ? part : undefined));
  fileHead(file, reply).header('accept-ranges', 'bytes').header('etag', mark);
  if (isPart) reply.status(206).header('content-range', `bytes ${part.first}-${part.last}/${bytes}`);
  return reply.header('content-length', isPart ? part.last - part.first + 1 : bytes).send(stream);
}

/** An uploaded file is served as the type that its content was checked for, and may run nothing. */
function fileHead({ mediaType, name, shownForSeconds }: ServedFile, reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', !shownForSeconds ? 'no-store' : `private, max-age=${shownForSeconds}, immutable`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `${shownForSeconds === undefined ? 'attachment' : 'inline'}; ${namedAs(name)}`)
    .type(mediaType);
}

/** The name in ASCII, with the exact name next to it where they differ (RFC 6266). */
function namedAs(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const exact = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`;
}

/** Streams a file that may be larger than memory: lines are produced as fast as the client reads them. */
function sendLines({ name, lines }: { name: string; lines: AsyncIterable<string> }, reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; ${namedAs(name)}`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines));
}

function sendInJson({ filename, csvData }: { filename: string; csvData: AsyncIterable<string> }, reply: FastifyReply): FastifyReply {
  const json = async function* () {
    yield `{"filename":${JSON.stringify(filename)},"csvData":"`;
    for await (const lines of csvData) yield JSON.stringify(lines).slice(1, -1);
    yield '"}';
  };
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(Readable.from(json()));
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedInputOf<E> {
  return {
    ...(endpoint.params && { params: parse(endpoint.params, request.params, 'params') }),
    ...(endpoint.query && { query: parse(endpoint.query, request.query, 'query') }),
    ...(endpoint.body && { body: parse(endpoint.body, request.body, 'body') }),
  } as ParsedInputOf<E>;
}

function parse(schema: z.ZodType, value: unknown, where: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({ path: [where, ...issue.path].join('.'), message: issue.message }));
  throw new AppError('invalid_input', parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; '), {
    fields,
  });
}
