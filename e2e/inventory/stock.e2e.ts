import { expect } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { wedge } from '../support/scanner.ts';
import { locationsOf } from '../support/screens/stock-screens.ts';
import { openScreen, test } from '../support/stack.ts';

test('audits a shelf twice with the scanner only, without doubling its stock', async ({ page, stack }) => {
  await openScreen(page, stack, '/localinventoryaudit');
  await expect(page.getByRole('option', { name: 'G-8' })).toBeAttached();
  const code = 'AUDITME01';
  for (let i = 0; i < 3; i++) await ask(page, '/api/sfinventory', { productId: code, locationId: 'G-8' });
  for (let round = 0; round < 2; round++) {
    await wedge(page, ['g-8', code, code, code]);
    await expect(page.getByText('3 of 3 here')).toBeVisible();
    await expect(page.getByText(`Confirmed "${code}" in location "G-8"`)).toBeVisible();
  }
  expect(await locationsOf(page, code)).toMatchObject([{ location: 'G-8', count: 3 }]);
  await expect(page.getByRole('table', { name: 'Scan History' }).getByText('Confirmed')).toHaveCount(6);
  await expectAccessible(page);
});

test('moves a surplus unit from its booked location with the keyboard only', async ({ page, stack }) => {
  await openScreen(page, stack, '/localinventoryaudit');
  await expect(page.getByRole('option', { name: 'G-7' })).toBeAttached();
  const code = 'AUDITME02';
  await ask(page, '/api/sfinventory', { productId: code, locationId: 'B-3' });
  await wedge(page, ['g-7', code]);
  await expect(page.getByRole('button', { name: 'Move 1 from B-3?' })).toBeVisible();
  await expect(page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Alt+Digit1');
  await expect(page.getByText(`Moved "${code}" from location "B-3" to location "G-7"`)).toBeVisible();
  expect(await locationsOf(page, code)).toMatchObject([{ location: 'G-7', count: 1 }]);
});
