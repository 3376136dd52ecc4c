import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openSettings, waitForListings } from '../support/screens/settings-screen.ts';
import { test } from '../support/stack.ts';

test('explains one SKU and clears only after the number of listings is typed', async ({ page, stack }) => {
  await openSettings(page, stack);
  await waitForListings(page, stack);
  const sync = page.getByRole('button', { name: /Sync/ });
  await sync.press('Enter');
  await page.getByRole('radio', { name: 'DEBUG: Test Custom Merchant SKU' }).check();
  await page.getByRole('button', { name: 'Sync Inventory', exact: true }).click();
  await expect(page.getByText('Please enter a merchant SKU for debug mode')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sync).toBeFocused();
  const clear = page.getByRole('button', { name: 'Clear Merchant Fulfilled Inventory' });
  await clear.press('Enter');
  const confirm = page.getByRole('button', { name: 'Clear Inventory' });
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Type the number of listings to confirm').fill('1');
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(clear).toBeFocused();
  await page.getByRole('button', { name: 'Assign Merchant Sku to FNSKU' }).click();
  await expect(page.getByText('This will update seller_sku and sku_condition for all FNSKUs in the inventory. Continue?')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Assignment Complete' })).toBeVisible();

  const bulk = page.getByRole('button', { name: 'Bulk Update FBA Prices' });
  await bulk.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(page.getByRole('table', { name: 'Price changes' }).or(page.getByText('No price would change'))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bulk).toBeFocused();
});
