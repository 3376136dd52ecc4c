import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MarketplaceAccount } from '../integrations/marketplace/marketplace-config.ts';
import type { Logger } from '../platform/logger.ts';
import { checkoutRoot } from '../platform/paths.ts';
import { demoCatalog } from './catalog.ts';
import { picturePath } from './pictures/product-picture.ts';
import { demoMapCents } from './price-list.ts';
import { UNLISTED_PRODUCTS } from './unlisted-products.ts';

/** The rate limits of the simulator, as a multiple of the real marketplace's. */
const RATE_SCALE = '20';
const START_TIMEOUT_MS = 30_000;
/** One in so many listings, and the reason. */
const REJECTED_ONE_IN = 197;
const REJECTION = 'You need approval to list this brand in this condition.';
const ADDRESS_FILE = 'simulator';
const LOOK_TIMEOUT_MS = 2_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** A process that ran this long before it died counts as started. */
const LIVED_MS = 60_000;

interface Demo {
  readonly seed: number;
  /** Whether the marketplace rejects changes of a few listings. */
  readonly rejectsSome?: boolean;
  readonly dataFolder: string;
  readonly logger: Logger;
}

/**
 * Starts the simulated marketplace in a process of its own, with the demo seller's listings, unless one runs already. A process
 * that dies is restarted with the demo's listings; changes that were made in it are lost.
 */
export async function startDemoMarketplace(demo: Demo): Promise<{ stop(): void; pid(): number | undefined }> {
  const file = path.join(demo.dataFolder, ADDRESS_FILE);
  if (await isServed(readAddress(demo.dataFolder))) return { stop: () => {}, pid: () => undefined };
  let running: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const start = async () => {
    running = await launch(demo);
    const startedAt = performance.now();
    running.once('exit', (code, signal) => {
      if (isOver) return;
      // The old address stays until the new one is known, so that callers in between retry instead of finding no account.
      again(performance.now() - startedAt > LIVED_MS ? 1 : attempts + 1, `The simulated marketplace ended with ${signal ?? code}`);
    });
  };
  let attempts = 0;
  const again = (nth: number, reason: string) => {
    attempts = nth;
    const inMs = restartPauseMs(nth);
    demo.logger.error({ attempts: nth, inMs }, `${reason}; it is started again`);
    timer = setTimeout(() => void start().catch((error: Error) => !isOver && again(nth + 1, error.message)), inMs);
    timer.unref();
  };
  await start();
  return {
    pid: () => running?.pid,
    stop() {
      isOver = true;
      clearTimeout(timer);
      rmSync(file, { force: true });
      running?.kill('SIGTERM');
    },
  };
}

/** @param nth the number of starts in a row, from 1 @returns milliseconds */
export const restartPauseMs = (nth: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (nth - 1));

/** Starts the process, fills it with data, and then stores its address. */
async function launch({ seed, dataFolder, rejectsSome = false }: Demo): Promise<ChildProcess> {
  const child = spawn(process.execPath, simulatorCommand(), {
    env: simulatorEnvironment(process.env),
    // Ctrl+C in a terminal is for this process, which then stops the simulator. (On Windows, the simulator would get a window.)
    detached: process.platform !== 'win32',
    // The simulator ends when its standard input closes, however this process ends.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(child);
    const answer = await fetch(`${url}/__sim/seed`, {
      method: 'POST',
      body: JSON.stringify({ seed, listings: demoListings(seed, rejectsSome), catalog: UNLISTED_PRODUCTS }),
    });
    if (!answer.ok) throw new Error(`The simulated marketplace refused the demo data (${answer.status})`);
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The simulated marketplace ended at once');
    writeFileSync(path.join(dataFolder, ADDRESS_FILE), url);
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Passes the variables that Node needs, without secrets. The simulator does not run in production mode. */
export function simulatorEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ'].filter((name) => own[name] !== undefined);
  return { ...Object.fromEntries(passed.map((name) => [name, own[name]])), SIM_PORT: '0', SIM_RATE_SCALE: RATE_SCALE, SIM_END_WITH_STDIN: 'on' };
}

/** The demo's account at the simulator; undefined while the simulator is not running. */
export function findDemoAccount(dataFolder: string): MarketplaceAccount | undefined {
  const url = readAddress(dataFolder);
  if (url === undefined) return undefined;
  return {
    baseUrl: url,
    tokenUrl: `${url}/auth/o2/token`,
    refreshToken: 'demo',
    clientId: 'demo',
    clientSecret: 'demo',
    sellerId: 'A1STOWAGEDEMO',
    marketplaceId: 'ATVPDKIKX0DER',
  };
}

function readAddress(dataFolder: string): string | undefined {
  try {
    return readFileSync(path.join(dataFolder, ADDRESS_FILE), 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the simulator answers. A killed simulator leaves its address behind. */
async function isServed(url: string | undefined): Promise<boolean> {
  if (url === undefined) return false;
  return fetch(`${url}/__sim/state`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The built simulator for a built server, and the source for a server that runs from source. */
function simulatorCommand(): string[] {
  const folder = path.join(checkoutRoot(), 'simulator');
  return import.meta.url.endsWith('.ts') ? ['--import', 'tsx', path.join(folder, 'src/main.ts')] : [path.join(folder, 'dist/main.js')];
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('The simulated marketplace did not start')), START_TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`The simulated marketplace ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const url = /ready at (http:\S+)/.exec(chunk.toString())?.[1];
      if (url === undefined) return;
      clearTimeout(timeout);
      resolve(url);
    });
  });
}

/** Prices and quantities are derived from the listing's number, so that every start has the same ones. */
function demoListings(seed: number, rejectsSome: boolean) {
  const { products, gtins, listings } = demoCatalog(seed);
  return listings.id.map((id, index) => {
    const product = (listings.productId[index] ?? 1) - 1;
    const isNew = listings.condition[index] === 11;
    const newCents = demoMapCents(product);
    return {
      sku: listings.sellerSku[index],
      asin: listings.asin[index],
      fnSku: listings.fnsku[index],
      condition: listings.condition[index],
      channel: listings.channel[index] === 'FBA' ? 'AMAZON_NA' : 'DEFAULT',
      title: products.title[product],
      brand: products.brand[product],
      gtin: gtins.gtin14[product],
      priceCents: isNew ? newCents : Math.round(newCents * 0.7),
      quantity: (id * 31) % 9,
      image: picturePath(products.title[product] ?? ''),
      ...(rejectsSome && id % REJECTED_ONE_IN === 0 && { rejection: REJECTION }),
    };
  });
}
