import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoCatalogue } from '@stowage/database/demo/catalogue';
import { demoMapCents } from '@stowage/database/demo/price-list';
import type { MarketplaceAccount } from './platform/config.ts';
import { checkoutRoot } from './platform/paths.ts';

/** The simulator lets the demo call this much more often than the real marketplace would. */
const RATE_SCALE = '20';
const START_TIMEOUT_MS = 30_000;
const ADDRESS_FILE = 'simulator';
const LOOK_TIMEOUT_MS = 2_000;

/** Starts the marketplace's simulator as a process of its own, holding the demo seller's listings, unless one runs already. */
export async function startDemoMarketplace({ seed, dataFolder }: { seed: number; dataFolder: string }): Promise<{ stop(): void }> {
  if (await isServed(readAddress(dataFolder))) return { stop: () => {} };
  const child = spawn(process.execPath, simulatorCommand(), {
    env: simulatorEnvironment(process.env),
    // It ends when the other end of its standard input does, however this process ends.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const answer = await fetch(`${url}/__sim/seed`, { method: 'POST', body: JSON.stringify({ seed, listings: demoListings(seed) }) });
  if (!answer.ok) throw new Error(`The simulated marketplace refused the demo data (${answer.status})`);
  const file = path.join(dataFolder, ADDRESS_FILE);
  writeFileSync(file, url);
  return {
    stop() {
      rmSync(file, { force: true });
      child.kill('SIGTERM');
    },
  };
}

/** It needs what Node needs, and none of our secrets; that this process runs in production is no matter of the simulator's. */
export function simulatorEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ'].filter((name) => own[name] !== undefined);
  return { ...Object.fromEntries(kept.map((name) => [name, own[name]])), SIM_PORT: '0', SIM_RATE_SCALE: RATE_SCALE, SIM_END_WITH_STDIN: 'on' };
}

/** The account at the simulator that serves this data directory; undefined while there is none. */
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

/** A simulator that was killed leaves its address behind. */
async function isServed(url: string | undefined): Promise<boolean> {
  if (url === undefined) return false;
  return fetch(`${url}/__sim/state`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The built one for a built server, the source for a server run from source. */
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

/** Prices and quantities follow from the listing's number, so that every start tells the same. */
function demoListings(seed: number) {
  const { products, gtins, listings } = demoCatalogue(seed);
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
    };
  });
}
