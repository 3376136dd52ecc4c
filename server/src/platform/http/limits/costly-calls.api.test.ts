import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { isCostly } from '../permitted-route.ts';
import { COSTLY_CALLS, COSTLY_WINDOW_MS } from './costly-calls.ts';

const here = await createTestApp();
const there = await createTestApp({ beside: here });
const person = await here.signIn();
const call = ({ app }: typeof here, url: string, { token } = person) => app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });

it('are limited by person, for exports, ZIPs and PDFs together and for all processes', async () => {
  for (let nth = 0; nth < COSTLY_CALLS; nth += 4) {
    expect((await call(here, '/api/orders/export.csv')).statusCode).toBe(200);
    expect((await call(there, '/api/orders/export.csv')).statusCode).toBe(200);
    expect((await call(here, '/api/orders/no-such-order/packing-slip.pdf')).statusCode).toBe(404);
    expect((await call(there, '/api/documents/zip?ids=1')).statusCode).toBe(200);
  }
  for (const test of [here, there])
    for (const url of ['/api/orders/export.csv', '/api/orders/no-such-order/packing-slip.pdf', '/api/documents/zip?ids=1']) {
      const refused = await call(test, url);
      expect([refused.statusCode, refused.json().error]).toEqual([
        429,
        expect.objectContaining({ code: 'rate_limited', message: 'Too many calls. Please wait.' }),
      ]);
      expect(refused.headers['retry-after']).toBe(String(COSTLY_WINDOW_MS / 1000));
    }
  expect((await call(here, '/api/orders')).statusCode).toBe(200);
  expect((await call(here, '/api/orders/export.csv', await here.signIn())).statusCode).toBe(200);
  for (const { clock } of [here, there]) clock.advance(COSTLY_WINDOW_MS);
  const again = await here.signIn();
  expect((await call(there, '/api/orders/export.csv', again)).statusCode).toBe(200);
});

it('are all calls that make a file of records; stored files, drawn pictures and empty templates are not', () => {
  const files = here.app.registeredRoutes.filter(({ endpoint: { format = 'json' } }) => !['json', 'text'].includes(format));
  expect(files.filter(({ endpoint }) => isCostly(endpoint)).length).toBeGreaterThan(40);
  expect(
    files
      .filter(({ endpoint }) => !isCostly(endpoint))
      .map(({ endpoint }) => endpoint.path)
      .sort(),
  ).toEqual([
    '/api/demo/pictures/:kind/:color',
    '/api/documents/:id/content',
    '/api/packing-lists/:id/file',
    '/api/spreadsheets/templates/:kind/:format',
    '/api/vendor-invoices/:id/file',
    '/uploads/orders/:orderId/:section/:filename',
    '/uploads/purchasing/:lineId/:section/:filename',
    '/uploads/returns/:caseId/:section/:filename',
  ]);
  expect(files.filter(({ endpoint, access }) => isCostly(endpoint) && access === 'public')).toEqual([]);
});
