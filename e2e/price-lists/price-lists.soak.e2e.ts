import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openScreen, test } from '../support/stack.ts';

const FILE = [
  'upc,MAP,item_code,product_title,cost',
  '036000291452,24.99,NRD1,Journey Kettle,11.50',
  '"012345678905",19.99,NRD2,"Journey Lamp, warm",8',
  '1.23E+11,5,NRD3,Broken,1',
].join('\r\n');

test('compares, applies and undoes a price list', async ({ page, stack }) => {
  await openScreen(page, stack, '/price-lists');
  await page.getByRole('button', { name: 'Bulk Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk Update' });
  await dialog.getByLabel('Price list file').setInputFiles({ name: 'journey.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await dialog.getByRole('tab', { name: 'Rejected (1)' }).click();
  await expect(dialog.getByText(/was converted to a number by a spreadsheet/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Update 2 Records' }).click();
  await expect(dialog.getByText('Upload Completed Successfully')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByLabel('Search price lists').fill('journey lamp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Price lists' }).getByText('$19.99')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Past Files' }).click();
  await page.getByRole('button', { name: 'Undo journey.csv' }).click();
  await page.getByRole('dialog', { name: 'Undo File' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 0 restored, 2 removed').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No price lists found')).toBeVisible();
});

test("goes back one step on the page with the browser's Back button", async ({ page, stack }) => {
  await openScreen(page, stack, '/price-lists?page=9999');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  // A page beyond the last adds no step to the browser's history.
  await expect(page).not.toHaveURL(/9999/);
  await pages.getByRole('button', { name: 'Page 1', exact: true }).click();
  await page.getByLabel('Search price lists').fill('garden');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=garden/);
  await page.getByRole('button', { name: 'Past Files' }).click();
  await expect(page.getByRole('dialog', { name: 'Past Files' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Past Files' })).toBeHidden();
  await page.goBack();
  await expect(page.getByLabel('Search price lists')).toHaveValue('');
  await expect(page).toHaveURL(/\/price-lists$/);
});
