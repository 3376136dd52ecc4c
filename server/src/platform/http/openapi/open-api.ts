import type { Endpoint } from '@stowage/contract/endpoint';
import { ERROR_STATUS, errorBody } from '@stowage/contract/errors';
import { VERSION } from '@stowage/contract/version';
import * as z from 'zod';
import type { RegisteredRoute } from '../route.ts';

type JsonSchema = Record<string, unknown>;
type Paths = Record<string, Record<string, unknown>>;

const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  csv: 'text/csv',
  'csv-in-json': 'application/json',
  file: 'application/octet-stream',
} as const;

/** The OpenAPI 3.1 document of all registered calls, generated from the schemas that parse them when it is first read: no start waits for it. */
export function openApiDocument(routes: readonly RegisteredRoute[]): Record<string, unknown> {
  let paths: Paths | undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stowage',
      version: VERSION,
      description: [
        'Every call of the back office. Sign in with POST /api/login, or create an API key in Settings, and send the token or the key as a bearer token.',
        'Live topics are STOMP, over SockJS at /ws and over a WebSocket at /stomp: connect with the same token or key in the header Authorization.',
        'The connection lasts until the session is over or the role has changed; after an ERROR frame, connect again with a fresh token.',
      ].join(' '),
    },
    servers: [{ url: '/' }],
    get paths() {
      paths ??= pathsOf(routes);
      return paths;
    },
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'stw_…', description: 'An API key with the permission of the call, from Settings → API keys.' },
      },
    },
  };
}

function pathsOf(routes: readonly RegisteredRoute[]): Paths {
  const paths: Paths = {};
  for (const { endpoint, access, forKeys = false } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, access, forKeys) };
  }
  return paths;
}

const MAY_LAG = ' May be some seconds old where a standby is read; with `Cache-Control: no-cache` it never is.';

function operation(endpoint: Endpoint, access: RegisteredRoute['access'], forKeys: boolean): Record<string, unknown> {
  const mediaType = MEDIA_TYPES[endpoint.format ?? 'json'];
  const reasons = endpoint.reasons ? ` Reasons: ${endpoint.reasons.map((reason) => `\`${reason}\``).join(', ')}.` : '';
  const permission = access === 'public' ? 'Needs no sign-in.' : `Needs the permission \`${access}\`.`;
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-z0-9]+/gi, '_')}`,
    summary: endpoint.summary,
    description: `${permission}${endpoint.mayLag ? MAY_LAG : ''}${reasons}`,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    security: access === 'public' ? [] : [{ session: [] }, ...(forKeys ? [{ apiKey: [] }] : [])],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && { requestBody: { content: requestContent(endpoint.body, endpoint.accepts) } }),
    responses: {
      200: { description: 'Done', content: { [mediaType]: { schema: schemaOf(endpoint.response, 'output') } } },
      default: {
        description: `Refused or failed: ${Object.keys(ERROR_STATUS).join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function requestContent(body: z.ZodType, accepts: Endpoint['accepts']): JsonSchema {
  return accepts === 'bytes' ? { 'application/octet-stream': {} } : { 'application/json': { schema: schemaOf(body, 'input') } };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}
