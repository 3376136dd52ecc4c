import { expect } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { signIn, test } from '../support/stack.ts';

test('links to the product that has a code, saves an edit, and reports a missing product', async ({ page, stack }) => {
  await signIn(page, stack);
  const { data } = await ask<{ data: { seller_sku: string; item_name: string; product_id: number }[] }>(page, '/api/inventory/stock?size=1');
  const known = data[0] ?? { seller_sku: '', item_name: '', product_id: 0 };
  await page.goto(`${stack.url}/products/new?code=${known.seller_sku}`);
  await expect(page.getByRole('list', { name: 'Existing products' })).toContainText(known.item_name);
  await page.getByRole('textbox', { name: 'Identifier' }).fill('NEW-CODE-7');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Seller SKU *')).toHaveValue('NEW-CODE-7');
  await page.getByLabel('Seller SKU *').fill(known.seller_sku);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Item name is missing')).toBeVisible();
  await expect(page.getByLabel('Item name *')).toBeFocused();
  await page.getByLabel('Item name *').fill('Something else');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Already used by ${known.item_name}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: known.item_name, exact: true }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/products/${known.product_id}$`));

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Product' });
  await dialog.getByLabel('Return instructions').fill('Look for the lid.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Product', exact: true })).toContainText('Look for the lid.');
  await page
    .getByRole('button', { name: /^Print label of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /label/i })).toBeVisible();

  await page.goto(`${stack.url}/products/99999999`);
  await expect(page.getByText('There is no such product')).toBeVisible();
});
