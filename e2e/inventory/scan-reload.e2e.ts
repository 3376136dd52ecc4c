import { expect } from '@playwright/test';
import { wedge } from '../support/scanner.ts';
import { openScanScreen, recorded, uniqueCodes } from '../support/screens/scan-screen.ts';
import { test } from '../support/stack.ts';

test('sends pending scans after the page is reloaded', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('R', 3);
  await page.route('**/api/sfinventory', (route) => route.abort());
  await wedge(page, codes);
  await expect(page.getByText('Not saved yet, retrying').first()).toBeVisible();
  await page.unroute('**/api/sfinventory');
  await page.reload();
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(3);
});

test('records whole codes that are scanned while the page is loading', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('L', 2);
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await loading;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => 'firstKeys' in globalThis);
  // A code that begins right after the page could hear it counts as cut.
  await page.waitForTimeout(200);
  await wedge(page, codes);
  load();
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(2);
  expect((await recorded(page, codes)).sort()).toEqual(codes);
});
