import { expect } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { pressEnter } from '../support/keyboard.ts';
import { wedge } from '../support/scanner.ts';
import { locationsOf } from '../support/screens/stock-screens.ts';
import { openScreen, test } from '../support/stack.ts';

test('searches the report, opens a shelf from the map and exports', async ({ page, stack }) => {
  await openScreen(page, stack, '/localinventoryreport');
  await expect(page.getByText('Total Items').locator('..')).not.toContainText('–');
  const [code = ''] = (await ask<{ identifier: string }[]>(page, '/api/localinventorydetails', { location: 'B-3' })).map((row) => row.identifier);
  await page.getByRole('textbox', { name: 'Identifier' }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Search results' }).getByText('B-3', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^B-3: / }).click();
  await expect(page.getByRole('table', { name: 'Items in B-3' })).toBeVisible();
  await expect(page).toHaveURL(/location=B-3/);
  const rows = page.getByRole('table', { name: 'Inventory by Location' });
  await rows.getByRole('button', { name: 'A-1' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Listings in A-1' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV inventory-by-location.csv' }).click();
  expect((await download).suggestedFilename()).toMatch(/^inventory-by-location \d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('tab', { name: 'Adjustments' }).click();
  await expect(page.getByRole('table', { name: 'Inventory Adjustments' })).toBeVisible();
  await expect(page).toHaveURL(/tab=adjustments/);
});

test('finds a unit, moves it and undoes the move with the keyboard only', async ({ page, stack }) => {
  await openScreen(page, stack, '/localinventoryadjustment');
  const code = 'ADJUSTME1';
  await ask(page, '/api/sfinventory', { productId: code, locationId: 'C-2' });
  await expect(page.getByRole('textbox', { name: 'Identifier' })).toBeFocused();
  await wedge(page, [code]);
  const location = page.getByLabel(/^Location of N\/A/);
  await location.selectOption('D-5');
  await expect(page.getByLabel('Updated')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Items' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByLabel('SKU', { exact: true }).focus();
  // Types at a person's speed: on a busy machine, faster keys are neither a scan nor typed text.
  await page.keyboard.type(`${code}\n`, { delay: 80 });
  await expect(page.getByRole('table', { name: 'Adjustments' }).getByRole('row')).toHaveCount(3);
  const undo = page.getByRole('button', { name: `Undo Moved from C-2 to D-5, ${code}` });
  const undoAdd = page.getByRole('button', { name: `Undo Added to C-2, ${code}` });
  await pressEnter(undoAdd);
  await expect(page.getByText(/^Undo the later change first: "Moved from C-2 to D-5"/).first()).toBeVisible();
  await pressEnter(undo);
  await expect(page.getByText('Undone: Moved from C-2 to D-5').first()).toBeVisible();
  expect(await locationsOf(page, code)).toMatchObject([{ location: 'C-2', count: 1 }]);
  await expectAccessible(page);
});
