import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { csv, table } from '../support/screens/documents-screen.ts';
import { openScreen, test } from '../support/stack.ts';
import { expectFitsPhone } from '../support/viewport.ts';

test('filters documents by day, selects a page of them, and deletes them permanently', async ({ page, stack }) => {
  await openScreen(page, stack, '/documents');
  await page.getByLabel('Documents to file').setInputFiles({ name: 'mistake.csv', mimeType: 'text/csv', buffer: csv(2, 'MISTAKE') });
  await page.getByRole('dialog', { name: 'File documents' }).getByRole('button', { name: 'File', exact: true }).click();
  await page.getByLabel('Name, record or vendor').fill('mistake');
  await page.keyboard.press('Enter');
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
  await page.getByLabel('From', { exact: true }).fill(today);
  await expect(table(page).getByRole('button', { name: 'mistake.csv' })).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByLabel('From', { exact: true }).fill('2019-12-01');
  await expect(page.getByText('No documents found')).toBeVisible();
  for (const filter of ['Filed from 12/01/2019', 'Filed to 01/01/2020']) await page.getByRole('button', { name: `Remove the filter ${filter}` }).click();

  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete documents' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Deleted', exact: true }).click();
  await expect(table(page)).toContainText(/Until \d\d?\/\d\d?\/\d{4}/);
  await page.getByRole('button', { name: 'mistake.csv' }).click();
  const drawer = page.getByRole('dialog', { name: 'Document', exact: true });
  await drawer.getByRole('button', { name: 'Remove for good' }).click();
  await expectAccessible(page);
  const last = page.getByRole('dialog', { name: 'Remove for good' });
  await expect(last).toContainText('Remove mistake.csv for good');
  await last.getByRole('button', { name: 'Remove for good' }).click();
  // Reports that the demo imported may be among the deleted documents.
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'mistake.csv' })).toBeHidden();
});

test("lists a product's documents and files another one with it", async ({ page, stack }) => {
  await openScreen(page, stack, '/products/2');
  const card = page.getByRole('region', { name: 'Documents', exact: true });
  await expect(card.getByText('No documents yet')).toBeVisible();
  await card.getByLabel(/^Documents to file with/).setInputFiles({ name: 'manual.csv', mimeType: 'text/csv', buffer: csv(3, 'MANUAL') });
  const upload = page.getByRole('dialog', { name: 'File documents' });
  await expect(upload.getByLabel('Linked to')).toHaveValue('PRODUCT');
  await upload.getByRole('button', { name: 'File', exact: true }).click();
  await expect(card.getByRole('link', { name: 'manual.csv' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download manual.csv' }).click();
  expect((await download).suggestedFilename()).toBe('manual.csv');
  await card.getByRole('link', { name: 'manual.csv' }).click();
  await expect(page.getByRole('dialog', { name: 'Document', exact: true }).getByRole('cell', { name: 'MANUAL-2' })).toBeVisible();
});
