import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findDemoAccount, simulatorEnvironment, startDemoMarketplace } from './demo-marketplace.ts';

const before = process.env.NODE_ENV;
const dataFolder = mkdtempSync(path.join(tmpdir(), 'stowage-demo-'));
afterEach(() => {
  process.env.NODE_ENV = before;
  rmSync(dataFolder, { recursive: true, force: true });
});

it('the demo has its marketplace when the server runs in production', async () => {
  process.env.NODE_ENV = 'production';
  const { stop } = await startDemoMarketplace({ seed: 1, dataFolder });
  try {
    const account = findDemoAccount(dataFolder);
    expect((await fetch(`${account?.baseUrl}/__sim/state`)).ok).toBe(true);
  } finally {
    stop();
  }
}, 60_000);

it('the simulator is told none of the secrets of the server', () => {
  const own = { PATH: '/bin', DATABASE_URL: 'postgres://secret', STOWAGE_ADMIN_PASSWORD: 'secret', NODE_ENV: 'production' };
  expect(simulatorEnvironment(own)).toEqual({ PATH: '/bin', SIM_PORT: '0', SIM_RATE_SCALE: '20', SIM_END_WITH_STDIN: 'on' });
});
