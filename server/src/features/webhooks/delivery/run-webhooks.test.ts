import { setImmediate as afterOthers } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import type { Target } from './delivery.repository.ts';
import { runWebhooks } from './run-webhooks.ts';

const target = (id: number): Target => ({ id, url: 'https://example.com', sealed: '', failures: 0, failingSince: null });
const SLOW = 1;
const QUICK = 2;

it('goes on reading events and sending them while one endpoint does not answer, and waits for its answer before it stops', async () => {
  const done: string[] = [];
  const started: number[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const stop = runWebhooks(
    {
      async collect() {
        await afterOthers();
        return done.push('collected');
      },
      listTargets: async () => [target(SLOW), target(QUICK)],
      async deliver({ id }) {
        started.push(id);
        if (id === SLOW) await answered;
        done.push(id === SLOW ? 'slow' : 'quick');
        return 1;
      },
    },
    createLogger('silent'),
  );
  const count = (what: string) => done.filter((one) => one === what).length;
  await expect.poll(() => Math.min(count('collected'), count('quick')), { interval: 5 }).toBeGreaterThan(3);
  expect([count('slow'), started.filter((id) => id === SLOW).length]).toEqual([0, 1]);
  const stopped = stop().then(() => done.push('stopped'));
  answer();
  await stopped;
  expect(done.filter((one) => one === 'slow' || one === 'stopped')).toEqual(['slow', 'stopped']);
});

it('looks for endpoints only while there are any', async () => {
  const calls: string[] = [];
  const stop = runWebhooks(
    {
      async collect() {
        calls.push('collect');
        return undefined;
      },
      async listTargets() {
        calls.push('list');
        return [];
      },
      deliver: () => Promise.resolve(0),
    },
    createLogger('silent'),
  );
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  await stop();
  expect(new Set(calls)).toEqual(new Set(['collect']));
});
