import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { openSettings, waitForListings } from '../support/screens/settings-screen.ts';
import { advance, type Stack, test } from '../support/stack.ts';
import { expectFitsPhone } from '../support/viewport.ts';

interface Row {
  readonly listing_id: number;
  readonly product_id: number;
  readonly sku: string;
  readonly price: string;
}
interface Product {
  readonly listings: readonly { readonly seller_sku: string | null; readonly asin: string }[];
}
interface Found {
  readonly version: number;
  readonly floor: string;
  readonly fees: string | null;
  readonly price: string | null;
  readonly last: { readonly explanation: { readonly held_by: string | null } } | null;
}
const MATCH = {
  ...{ strategy: 'MATCH', undercut_amount: null, undercut_percent: null, when_alone: 'KEEP', competitor_seller_id: null, never_below_map: false },
  ...{ schedule: null, minimum: 1, maximum: null, is_on: false },
};
/** Messages, decisions and jobs follow each other. */
const PATIENT = { timeout: 180_000 };
const LISTINGS = 4;
/** The floor is at most this share of the price. */
const ROOM = 0.65;

const listed = async (page: Page, query: string) => (await ask<{ data: Row[] }>(page, `/api/pricing/strategies?${query}`)).data;

/** Multiplies the prices of a product's competitors on the simulated marketplace, which sends a message about it. */
async function compete(page: Page, stack: Stack, { product_id, sku }: Row, factor: number): Promise<void> {
  const simulator = readFileSync(path.join(stack.folder, 'simulator'), 'utf8');
  const { listings } = await ask<Product>(page, `/api/products/${product_id}`);
  const asin = listings.find(({ seller_sku }) => seller_sku === sku)?.asin;
  const answer = await fetch(`${simulator}/__sim/competition`, { method: 'POST', body: JSON.stringify({ asin, factor }) });
  expect(answer.ok).toBe(true);
}

/** Saves a strategy that is turned off. */
async function saveOff(page: Page, { listing_id }: Row): Promise<void> {
  const status = await page.evaluate(
    async ([url, strategy]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' };
      const { version } = (await (await fetch(url, { headers })).json()) as Found;
      return (await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ ...strategy, version }) })).status;
    },
    [`/api/pricing/strategies/listings/${listing_id}`, MATCH] as const,
  );
  expect(status).toBe(200);
}

/** New listings whose floor leaves room for a lower price. It is final when the fees are known, which arrive after the listings. */
async function listingsWithRoom(page: Page, stack: Stack): Promise<Row[]> {
  let found: Row[] = [];
  const find = async () => {
    await advance(stack, 30_000);
    found = [];
    for (const row of await listed(page, 'state=NONE')) {
      const { floor, fees } = await ask<Found>(page, `/api/pricing/strategies/listings/${row.listing_id}`);
      if (row.sku.endsWith('-N') && fees !== null && Number(floor) < Number(row.price) * ROOM) found.push(row);
      if (found.length === LISTINGS) break;
    }
    return found.length;
  };
  await expect.poll(find, PATIENT).toBe(LISTINGS);
  return found;
}

async function hasOffers(page: Page, { listing_id }: Row): Promise<boolean> {
  const { is_on: _, ...strategy } = MATCH;
  const day = new Date().toISOString().slice(0, 10);
  const body = { strategy, start_date: day, end_date: day };
  return (await ask<{ points: unknown[] }>(page, `/api/pricing/strategies/listings/${listing_id}/simulate`, body)).points.length > 0;
}

test('a strategy is tried on the past, turned on and explained, a selection is turned on, and a held price is released', async ({ page, stack }) => {
  test.setTimeout(900_000);
  await openSettings(page, stack);
  await waitForListings(page, stack);
  const [tried, ...others] = await listingsWithRoom(page, stack);
  if (tried === undefined) throw new Error('There is no listing');
  for (const row of others) await saveOff(page, row);
  await compete(page, stack, tried, 0.95);
  await expect.poll(() => hasOffers(page, tried), PATIENT).toBe(true);

  await page.goto(`${stack.url}/price-strategies?q=${tried.sku}`);
  await page.getByRole('button', { name: `Open the strategy of ${tried.sku}` }).click();
  await page.getByRole('button', { name: 'Set strategy' }).last().click();
  const dialog = page.getByRole('dialog', { name: `Price strategy of ${tried.sku}` });
  await dialog.getByLabel('Minimum').fill('1');
  await dialog.getByRole('button', { name: 'Simulate' }).click();
  await expect(dialog.getByRole('table', { name: 'Simulated prices' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await dialog.getByLabel(/^Follow this strategy/).check();
  await dialog.getByRole('button', { name: 'Save and follow' }).click();
  await expect(page.getByText(/^Why this price, decided/)).toBeVisible(PATIENT);
  await expect(page.getByText(/^Lowest competing offer: \$/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${stack.url}/price-strategies?state=OFF`);
  for (const { sku } of others)
    await page
      .getByRole('row', { name: new RegExp(sku) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog', { name: 'Turn on strategies' }).getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(() => listed(page, 'state=ON').then((rows) => rows.length), PATIENT).toBe(LISTINGS);

  // A price that falls too far waits for a person, who releases exactly this one.
  const [falling] = others;
  if (falling === undefined) throw new Error('There is no other listing');
  await compete(page, stack, falling, 0.3);
  const strategyOf = () => ask<Found>(page, `/api/pricing/strategies/listings/${falling.listing_id}`);
  await expect.poll(async () => (await strategyOf()).last?.explanation.held_by, PATIENT).toBe('drop');
  await page.goto(`${stack.url}/price-strategies?state=HELD&q=${falling.sku}`);
  await page
    .getByRole('row', { name: new RegExp(falling.sku) })
    .getByRole('link', { name: /needs approval$/ })
    .click();
  // Until the breakdown is loaded, the strategies stay, whose row has a checkbox with the same name.
  await page
    .getByRole('table', { name: 'Pricing breakdown' })
    .getByRole('checkbox', { name: new RegExp(falling.sku) })
    .check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve held prices (1)' }).click();
  const { floor } = await strategyOf();
  await expect.poll(async () => (await strategyOf()).price, PATIENT).toBe(floor);
});
