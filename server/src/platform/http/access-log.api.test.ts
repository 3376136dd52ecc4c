import { expect, it } from 'vitest';
import { collectLog } from '../../../test/log-lines.ts';
import { createTestApp } from '../../../test/test-app.ts';

const { logger, lines } = collectLog();
const observed = { metrics: { listen: undefined, token: undefined }, isTraced: false, accessLog: true };
const { app, signIn } = await createTestApp({ observed, logger, trustedProxies: ['127.0.0.1'] });
const person = await signIn();
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const calls = () => lines.filter(({ msg }) => msg === 'call');

it('has one line for each call: route template, status, person, address and the id that the answer carries', async () => {
  lines.length = 0;
  const headers = { authorization: `Bearer ${person.token}`, 'x-forwarded-for': '203.0.113.9' };
  const answer = await fetch(`${address}/api/orders/17?secret=1`, { headers });
  const body = await answer.text();
  await expect.poll(calls).toHaveLength(1);
  expect(calls()[0]).toMatchObject({
    ...{ method: 'GET', route: '/api/orders/:id', status: answer.status, address: '203.0.113.9' },
    ...{ userId: expect.any(Number), ms: expect.any(Number), requestId: answer.headers.get('x-request-id') },
  });
  expect(calls()[0]?.bytes).toBeGreaterThan(body.length);
  expect(JSON.stringify(calls())).not.toMatch(/secret|Bearer/);
});

it('has no person for a call without a valid token, and no line for a health check that succeeds', async () => {
  lines.length = 0;
  await fetch(`${address}/api/health/live`);
  await fetch(`${address}/api/locations`, { headers: { authorization: 'Bearer forged' } });
  await expect.poll(calls).toHaveLength(1);
  expect(calls()[0]).toMatchObject({ status: 401, userId: null });
});
