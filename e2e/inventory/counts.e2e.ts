import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { press } from '../support/keyboard.ts';
import { wedge } from '../support/scanner.ts';
import { locationsOf } from '../support/screens/stock-screens.ts';
import { type Stack, signIn, test } from '../support/stack.ts';

const CODE = 'COUNTME01';
const PLACE = 'K-1';

/** Creates a count of a location with the keyboard only and starts to count it. */
async function startCounting(page: Page, stack: Stack, location: string): Promise<void> {
  await page.goto(`${stack.url}/counts`);
  await press(page, 'Start count');
  await expect(page.getByRole('combobox', { name: 'Locations' })).toBeFocused();
  await wedge(page, [location.toLowerCase()]);
  await expect(page.getByRole('button', { name: `Remove ${location}` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Start counting' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU')).toBeFocused();
}

test('counts a location blind with scanner and keyboard only, continues in a second browser, and posts the count', async ({ page, stack, browser }) => {
  await signIn(page, stack);
  await ask(page, '/api/inventory/locations', { code: PLACE, name: '', zone: '', capacity: null, sellable: true });
  for (let i = 0; i < 3; i++) await ask(page, '/api/sfinventory', { productId: CODE, locationId: PLACE });
  await startCounting(page, stack, PLACE);
  await expect(page.getByText('Booked quantities', { exact: true }).locator('..')).toContainText('Hidden');
  await wedge(page, [CODE]);
  await expect(page.getByText('1 here', { exact: true })).toBeVisible();
  await expect(page.getByText(/\d of \d+ here/)).toHaveCount(0);
  await expectAccessible(page);

  const otherContext = await browser.newContext();
  const second = await otherContext.newPage();
  await signIn(second, stack);
  await second.goto(page.url());
  await expect(second.getByRole('button', { name: 'Count here' })).toBeFocused();
  await second.keyboard.press('Enter');
  await expect(page.getByText(/^You continued the count on another device/)).toBeVisible();
  await expect(second.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU')).toBeFocused();
  await wedge(second, [CODE]);
  await expect(second.getByText('2 here', { exact: true })).toBeVisible();

  await press(second, 'Submit count');
  await expect(second.getByRole('button', { name: 'Review' })).toBeFocused();
  await second.keyboard.press('Enter');
  const differences = second.getByRole('table', { name: 'Differences' });
  await expect(differences.getByText('-1', { exact: true })).toBeVisible();
  await expectAccessible(second);
  await differences.getByLabel(/^Root cause of/).focus();
  await second.keyboard.press('l');
  await expect(differences.getByLabel(/^Root cause of/)).toHaveValue('LOST');
  await expect(second.getByRole('button', { name: 'Post count' })).toBeEnabled();
  // A person leaves the drop-down with Tab: an Enter right after a letter would be read as a scanner's.
  await second.keyboard.press('Tab');
  await press(second, 'Post count');
  await expect(second.getByRole('dialog', { name: 'Post count' })).toBeVisible();
  await second.keyboard.press('Tab');
  await second.keyboard.press('Enter');
  await expect(second.getByText('Posted', { exact: true })).toBeVisible();
  // The first browser shows it too.
  await expect(page.getByText('Posted', { exact: true })).toBeVisible();
  expect(await locationsOf(page, CODE)).toMatchObject([{ location: PLACE, count: 2 }]);
  await expectAccessible(second);
  await otherContext.close();
});

test('covers no code with the copy button of another', async ({ page, stack }) => {
  await signIn(page, stack);
  const { id } = await ask<{ id: number }>(page, '/api/counts', { locations: ['G-6'], isBlind: false });
  await page.goto(`${stack.url}/counts/${id}`);
  const copy = page.getByRole('button', { name: /^Copy seller SKU/ }).first();
  await copy.focus();
  const line = page.getByRole('row').filter({ has: copy });
  const [button, sku, identifier] = await Promise.all([copy, line.locator('[title]').nth(0), line.locator('[title]').nth(1)].map((part) => part.boundingBox()));
  expect(button?.x).toBeGreaterThanOrEqual((sku?.x ?? 0) + (sku?.width ?? 0));
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(identifier?.x ?? 0);
});
