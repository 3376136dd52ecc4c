import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { wedge } from '../support/scanner.ts';
import { type Stack, signIn, test } from '../support/stack.ts';
import { expectNoSidewaysScroll, PHONE } from '../support/viewport.ts';

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const results = (page: Page, kind: string) => page.getByRole('group', { name: kind }).getByRole('option');

/** A page without a scan field. */
async function openJobs(page: Page, stack: Stack): Promise<void> {
  await signIn(page, stack);
  await goToJobs(page, stack);
}

async function goToJobs(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.url}/jobs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
}

/** A listing of the demo, as the stock list returns it. */
async function anyListing(page: Page): Promise<{ item_name: string; fnsku: string; product_id: number }> {
  const { data } = await ask<{ data: { item_name: string; fnsku: string; product_id: number }[] }>(page, '/api/inventory/stock?size=1');
  return data[0] ?? { item_name: '', fnsku: '', product_id: 0 };
}

test('finds a product despite a typo, with the keyboard only, also on a phone', async ({ page, stack }) => {
  await openJobs(page, stack);
  const { item_name } = await anyListing(page);
  const words = item_name.split(' ');
  const longest = [...words].sort((one, other) => other.length - one.length)[0] ?? '';
  const mistyped = item_name.replace(longest, longest.slice(0, 2) + (longest[3] ?? '') + (longest[2] ?? '') + longest.slice(4));
  await page.keyboard.press('/');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.type(mistyped);
  await expect(results(page, 'Products').filter({ hasText: item_name }).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expect(results(page, 'Products').first()).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await expect(palette(page)).toHaveValue('');
});

test('opens the record of a scan outside any field on a page without a scan field', async ({ page, stack }) => {
  await openJobs(page, stack);
  const { fnsku, product_id } = await anyListing(page);
  await page.getByRole('button', { name: 'Import orders', exact: true }).focus();
  await wedge(page, [fnsku]);
  await expect(page).toHaveURL(new RegExp(`/products/${product_id}$`));
  await goToJobs(page, stack);
  await wedge(page, ['B-3']);
  await expect(page).toHaveURL(/localinventoryreport\?location=B-3/);
  await expect(page.getByRole('heading', { level: 1, name: 'Local Inventory Report' })).toBeVisible();
});

test('lists recent records and keeps a code without results in the field', async ({ page, stack }) => {
  await openJobs(page, stack);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('loc:c-4');
  await expect(results(page, 'Locations').first()).toContainText('C-4');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/location=C-4/);
  await goToJobs(page, stack);
  await page.keyboard.press('Control+k');
  await expect(results(page, 'Recent searches').first()).toContainText('C-4');
  await wedge(page, ['ZZ00NOBODY']);
  await expect(page.getByText('No results for ZZ00NOBODY.')).toBeVisible();
  await expect(palette(page)).toHaveValue('ZZ00NOBODY');
  const { fnsku, product_id } = await anyListing(page);
  await palette(page).click();
  await wedge(page, [fnsku]);
  await expect(page).toHaveURL(new RegExp(`/products/${product_id}$`));
  await goToJobs(page, stack);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/jobs/);
});
