import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { decodeCode128 } from '../support/decode.ts';
import { locationsOf } from '../support/screens/stock-screens.ts';
import { openScreen, test } from '../support/stack.ts';

/** The codes on the printed label, read from the page's print layout. */
async function printedCodes(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: /^Print \d+ labels?$/ }).press('Enter');
  await page.emulateMedia({ media: 'print' });
  const codes = await decodeCode128(await page.locator('.label-sheet > *').first().screenshot({ scale: 'device' }));
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 252(\.\d+)? (78\.9|79)\d*(\.\d+)?\]/);
  await page.emulateMedia({ media: 'screen' });
  return codes;
}

test('creates a location, prints its label, moves a unit there, and quarantines and undoes, with the keyboard only', async ({ page, stack }) => {
  await openScreen(page, stack, '/localinventoryadjustment?tab=locations');
  const table = page.getByRole('table', { name: 'Locations' });
  await expect(table.getByText('G-8')).toBeVisible();
  await page.getByRole('button', { name: 'Add location' }).press('Enter');
  await expect(page.getByLabel('Code')).toBeFocused();
  for (const text of ['H-1', 'H', 'By the door', '40']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.getByLabel('Capacity').press('Enter');
  await expect(page.getByText('Location H-1 added').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add location' })).toBeFocused();
  await expect(table.getByText('H-1')).toBeVisible();

  await page.getByRole('button', { name: 'Print label of H-1' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Print Label' })).toBeVisible();
  await expectAccessible(page);
  expect(await printedCodes(page)).toEqual(['H-1']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Print label of H-1' })).toBeFocused();

  const code = 'SHELFME01';
  await ask(page, '/api/sfinventory', { productId: code, locationId: 'C-2' });
  await page.goto(`${stack.url}/localinventoryadjustment?q=${code}`);
  await page.getByLabel(/^Location of N\/A/).selectOption('H-1');
  await expect(page.getByLabel('Updated')).toBeVisible();
  expect(await locationsOf(page, code)).toMatchObject([{ location: 'H-1' }]);

  await page.getByRole('button', { name: /^Quarantine N\/A/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quarantine Item' });
  await dialog.getByLabel('Reason').selectOption('Damaged');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Quarantine' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Move back N\/A/ })).toBeVisible();
  expect(await locationsOf(page, code)).toMatchObject([{ location: 'QUARANTINE' }]);
  await expect(page.getByLabel('Identifier', { exact: true })).toBeFocused();

  await page.getByRole('button', { name: /^History N\/A/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'History' }).getByText('Moved from C-2 to H-1')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto(`${stack.url}/localinventoryadjustment?tab=adjustments&sku=${code}`);
  await page.getByRole('button', { name: `Undo Damaged, ${code}` }).press('Enter');
  await expect(page.getByText('Undone: Damaged').first()).toBeVisible();
  expect(await locationsOf(page, code)).toMatchObject([{ location: 'H-1' }]);

  await page.goto(`${stack.url}/localinventoryadjustment?tab=locations`);
  await page.getByRole('button', { name: 'Deactivate H-1' }).press('Enter');
  await expect(page.getByText(`H-1 holds 1 unit, ${code}. Move them before deactivating it.`).first()).toBeVisible();
});

test('filters the stock, opens a listing, moves its units and prints its label', async ({ page, stack }) => {
  await openScreen(page, stack, '/merchantfulfilledinventory?tab=stock');
  const table = page.getByRole('table', { name: 'Stock', exact: true });
  await expect(table.getByRole('row')).toHaveCount(51);
  await page.getByLabel('Show').selectOption('In stock');
  await page.getByRole('combobox', { name: 'Condition' }).selectOption('Good');
  await expect(page).toHaveURL(/show=in_stock/);
  await expect(table.getByRole('cell', { name: 'New', exact: true })).toHaveCount(0);
  const fnsku = /X00\w{7}/.exec(await table.getByRole('row').nth(3).innerText())?.[0] ?? '';
  await page.getByLabel('Find').fill(fnsku);
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row')).toHaveCount(2);

  await table.getByRole('button', { name: /^Open / }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Listing' });
  await expect(drawer.getByRole('table', { name: 'Units' })).toBeVisible();
  await expect(drawer.getByRole('table', { name: 'Newest movements' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  // The row, so that the keys of the list continue from it.
  await expect(table.getByRole('row').nth(1)).toBeFocused();

  await table.getByRole('checkbox').last().press('Space');
  await page.getByLabel('Move to: scan a location').fill('g-8');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Move .+ to G-8$/ }).getByText(/^\d[\d,]* done/)).toBeVisible();
  await expect(table.getByText(/^G-8: \d+$/)).toBeVisible();
  expect(new Set((await locationsOf(page, fnsku)).map(({ location }) => location))).toEqual(new Set(['G-8']));

  await table.getByRole('checkbox').last().press('Space');
  await page.getByRole('button', { name: 'Print labels' }).press('Enter');
  expect(await printedCodes(page)).toEqual([fnsku]);
});

test('shows the stock of a past day with its cost and age', async ({ page, stack }) => {
  await openScreen(page, stack, '/localinventoryreport?tab=value');
  await expect(page.getByRole('table', { name: 'Age' }).getByText('0–30 days')).toBeVisible();
  await expect(page.getByText('Units of unknown cost')).toBeVisible();
  await expectAccessible(page);
  const day = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('As of the end of').fill(day);
  await expect(page).toHaveURL(new RegExp(`day=${day}`));
  await expect(page.getByRole('button', { name: `Export CSV stock-${day}.csv` })).toBeVisible();
});
