import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { findDemoAccount, restartPauseMs, simulatorEnvironment, startDemoMarketplace } from './demo-marketplace.ts';

const before = process.env.NODE_ENV;
let dataFolder = '';
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'stowage-demo-'));
});
afterEach(() => {
  process.env.NODE_ENV = before;
  rmSync(dataFolder, { recursive: true, force: true });
});

it("starts the demo's marketplace when the server runs in production", async () => {
  process.env.NODE_ENV = 'production';
  const { stop } = await startDemoMarketplace({ seed: 1, dataFolder, logger: createLogger('silent') });
  try {
    const account = findDemoAccount(dataFolder);
    expect((await fetch(`${account?.baseUrl}/__sim/state`)).ok).toBe(true);
  } finally {
    stop();
  }
});

it("restarts a simulator that died, with the demo seller's listings", async () => {
  const stateOf = async () => (await fetch(`${findDemoAccount(dataFolder)?.baseUrl}/__sim/state`)).json() as Promise<{ listings: number }>;
  const logger = createLogger('silent');
  const reported = vi.spyOn(logger, 'error');
  const { stop, pid } = await startDemoMarketplace({ seed: 1, dataFolder, logger });
  try {
    const before = await stateOf();
    const address = findDemoAccount(dataFolder)?.baseUrl;
    const addresses = new Set<string | undefined>();
    process.kill(Number(pid()), 'SIGKILL');
    const next = () => {
      addresses.add(findDemoAccount(dataFolder)?.baseUrl);
      return [...addresses].at(-1);
    };
    await expect.poll(next).not.toBe(address);
    // The account always exists, so that no concurrent job fails without one.
    expect(addresses).toEqual(new Set([address, findDemoAccount(dataFolder)?.baseUrl]));
    expect(await stateOf()).toEqual(before);
    expect(reported.mock.calls.map(([, message]) => message)).toEqual(['The simulated marketplace ended with SIGKILL; it is started again']);
  } finally {
    stop();
  }
  expect(findDemoAccount(dataFolder)).toBeUndefined();
});

it('restarts at once, then after increasing pauses', () => {
  expect([1, 2, 3, 8, 20].map(restartPauseMs)).toEqual([500, 1_000, 2_000, 60_000, 60_000]);
});

it('passes no secret of the server to the simulator', () => {
  const own = { PATH: '/bin', DATABASE_URL: 'postgres://secret', STOWAGE_ADMIN_PASSWORD: 'secret', NODE_ENV: 'production' };
  expect(simulatorEnvironment(own)).toEqual({ PATH: '/bin', SIM_PORT: '0', SIM_RATE_SCALE: '20', SIM_END_WITH_STDIN: 'on' });
});
