import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { startTracing } from './start-tracing.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** A collector that receives OTLP in JSON. */
const received: string[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const { app, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();

afterAll(() => {
  vi.unstubAllEnvs();
  collector.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

it('sends the spans of a call and its statements, continuing the trace of the caller, without values', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  const stop = startTracing({ role: 'web' });
  const payload = { productId: CODES.bolt.sku, locationId: 1, clientScanId: 'a-scan-with-a-trace' };
  const headers = { authorization: `Bearer ${person.token}`, traceparent: `00-${TRACE}-${CALLER}-01` };
  expect((await app.inject({ method: 'POST', url: '/api/sfinventory', headers, payload })).statusCode).toBe(200);
  await stop();

  const exported = received.map((body) => JSON.parse(body) as { resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[] });
  const spans = exported.flatMap(({ resourceSpans }) => resourceSpans).flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const call = spans.find(({ name }) => name === 'POST /api/sfinventory');
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
  expect(call?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every(({ traceId, attributes }) => traceId === TRACE && attributes.some(({ key }) => key === 'db.query.summary'))).toBe(true);
  for (const secret of [CODES.bolt.sku, 'a-scan-with-a-trace', person.email, person.token]) expect(received.join()).not.toContain(secret);
});

it('traces nothing after it was stopped', async () => {
  received.length = 0;
  await person.get('/api/locations');
  expect(received).toEqual([]);
});
