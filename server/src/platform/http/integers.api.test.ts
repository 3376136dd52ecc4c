import { recordId } from '@stowage/contract/formats/ids';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';
import type { RegisteredRoute } from './route.ts';

const { app, signIn } = await createTestApp();
await app.ready();

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}
type Part = 'params' | 'query' | 'body';
type Path = readonly (string | number)[];

const INTEGER_MAX = 2_147_483_647;
/** Beyond PostgreSQL's `integer`, and beyond what JavaScript counts exactly. */
const TOO_LARGE = ['2147483648', '9007199254740993'];
const TEXTS = [
  'text',
  '1',
  '2026-11-20',
  '12.50',
  'Europe/Berlin',
  'person@example.com',
  '11111111-1111-4111-8111-111111111111',
  'https://a.test',
  'a'.repeat(64),
];

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
const RECORD_ID = JSON.stringify(schemaOf(z.object({ recordId })).properties?.recordId);

const partsOf = ({ endpoint }: RegisteredRoute): [Part, JsonSchema][] =>
  (['params', 'query', 'body'] as const).flatMap((part): [Part, JsonSchema][] => {
    const schema = endpoint[part];
    return schema === undefined || (part === 'body' && endpoint.accepts === 'bytes') ? [] : [[part, schemaOf(schema)]];
  });

/** Where a schema takes a number, also one written as text. */
function numbersIn(schema: JsonSchema, path: Path = []): { path: Path; schema: JsonSchema }[] {
  if (JSON.stringify(schema) === RECORD_ID) return [{ path, schema }];
  const { type, properties = {}, items, anyOf = [] } = schema;
  const isDigits = type === 'string' && schema.pattern !== undefined && new RegExp(schema.pattern).test('2147483648');
  return [
    ...(type === 'integer' || type === 'number' || isDigits ? [{ path, schema }] : []),
    ...Object.entries(properties).flatMap(([name, property]) => numbersIn(property, [...path, name])),
    ...(items === undefined ? [] : numbersIn(items, [...path, 0])),
    ...anyOf.flatMap((one) => numbersIn(one, path)),
  ];
}

/** A value that a schema accepts, with another one at one place. */
function sample(schema: JsonSchema, path: Path | undefined, value: unknown): unknown {
  if (path?.length === 0) return value;
  const { type, anyOf, properties = {}, required = [], items } = schema;
  const [step, ...rest] = path ?? [];
  const inside = (name: string | number) => (name === step ? rest : undefined);
  if (anyOf !== undefined) return sample(anyOf.find((one) => leadsTo(one, path)) ?? {}, path, value);
  if (schema.const !== undefined || schema.enum !== undefined) return schema.const ?? schema.enum?.[0];
  if (type === 'object') {
    const names = Object.keys(properties).filter((name) => required.includes(name) || name === step);
    return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, inside(name), value)]));
  }
  if (type === 'array') return [sample(items ?? {}, inside(0), value)];
  if (type === 'boolean') return true;
  if (type === 'string') return TEXTS.find((text) => fits(text, schema)) ?? 'text';
  return type === 'null' ? null : Math.max(schema.minimum ?? 1, 1);
}

function leadsTo({ type, properties = {} }: JsonSchema, path: Path | undefined): boolean {
  if (path === undefined) return true;
  return typeof path[0] === 'number' ? type === 'array' : path[0] !== undefined && path[0] in properties;
}

function fits(text: string, { pattern = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema): boolean {
  return new RegExp(pattern, 'u').test(text) && text.length >= minLength && text.length <= maxLength;
}

/** Some calls end the session that makes them. */
let administrator: SignedIn = await signIn('ROLE_ADMIN');
async function token(): Promise<string> {
  if ((await administrator.get('/api/user/profile')).statusCode !== 200) administrator = await signIn('ROLE_ADMIN');
  return administrator.token;
}

async function send(route: RegisteredRoute, target: Part, path: Path, digits: string) {
  const { method, path: url } = route.endpoint;
  const sent = Object.fromEntries(
    partsOf(route).map(([part, schema]) => [part, sample(schema, part === target ? path : undefined, part === 'body' ? 'A NUMBER' : digits)]),
  );
  const address = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((sent.params as Record<string, unknown>)[name])));
  return app.inject({
    method,
    url: `${address}?${new URLSearchParams((sent.query ?? {}) as Record<string, string>)}`,
    headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
    // The number is written as JSON, which JavaScript itself could not do exactly.
    ...(sent.body !== undefined && { payload: JSON.stringify(sent.body).replace('"A NUMBER"', digits) }),
  });
}

const cases = app.registeredRoutes.flatMap((route) =>
  partsOf(route).flatMap(([part, schema]) =>
    numbersIn(schema).map(
      (number) => [`${route.endpoint.method} ${route.endpoint.path} ${part} ${number.path.join('.')}`, { route, part, ...number }] as const,
    ),
  ),
);
/** A place that takes a number or its digits is one place. */
const places = [...new Map(cases)];

it.each(places)('%s: refuses or fails to find a number that is too large', async (_, { route, part, path }) => {
  for (const digits of TOO_LARGE) {
    const answer = await send(route, part, path, digits);
    expect(answer.statusCode, `${digits}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  }
});

it('every whole number that a call takes is the id of a record or fits an integer of PostgreSQL', () => {
  const unbounded = cases.filter(([, { schema }]) => schema.type === 'integer' && !(Number(schema.maximum) <= INTEGER_MAX));
  expect(unbounded.map(([name]) => name)).toEqual([]);
});
