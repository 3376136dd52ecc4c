import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { csv, table } from '../support/screens/documents-screen.ts';
import { openScreen, test } from '../support/stack.ts';
import { expectFitsPhone } from '../support/viewport.ts';

test('files a document with its record, then finds, views, replaces, deletes and restores it', async ({ page, stack }) => {
  await openScreen(page, stack, '/documents');
  await page.getByLabel('Documents to file').setInputFiles([
    { name: 'stock of the fair.csv', mimeType: 'text/csv', buffer: csv(150, 'FAIR') },
    { name: 'not a paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]) },
  ]);
  const upload = page.getByRole('dialog', { name: 'File documents' });
  await upload.getByLabel('Type').selectOption({ label: 'Packing list' });
  await upload.getByLabel('Linked to').selectOption({ label: 'Product' });
  await upload.getByLabel('Find the product').fill('lamp');
  await upload.getByRole('list', { name: 'Found' }).getByRole('button').first().click();
  await expectAccessible(page);
  await upload.getByRole('button', { name: 'File', exact: true }).click();
  await expect(upload.getByText('Upload a PDF, picture, table, text or ZIP file')).toBeVisible();
  await upload.getByRole('button', { name: 'Cancel' }).click();

  await page.getByLabel('Name, record or vendor').fill('fair');
  await page.keyboard.press('Enter');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(table(page)).toContainText('Packing list');
  await expectAccessible(page);
  await expectFitsPhone(page);

  await page.getByRole('button', { name: 'stock of the fair.csv' }).click();
  const drawer = page.getByRole('dialog', { name: 'Document' });
  await expect(drawer.getByText('The first 100 rows. Save the file to see all of them.')).toBeVisible();
  await expect(drawer.getByRole('cell', { name: 'FAIR-99' })).toBeAttached();
  await expectAccessible(page);
  await drawer.getByLabel('File that replaces it').setInputFiles({ name: 'stock of the fair 2.csv', mimeType: 'text/csv', buffer: csv(2, 'AGAIN') });
  await expect(drawer.getByRole('cell', { name: 'AGAIN-1' })).toBeVisible();
  await expect(drawer.getByRole('region', { name: 'Versions' })).toContainText('stock of the fair.csv');
  await page.keyboard.press('Escape');

  await page.getByLabel('Select stock of the fair 2.csv').check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as ZIP' }).click();
  expect((await download).suggestedFilename()).toBe('documents.zip');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete documents' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No documents found')).toBeVisible();
  await page.getByRole('button', { name: 'Deleted', exact: true }).click();
  await page.getByLabel('Select stock of the fair 2.csv').check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('No documents found')).toBeVisible();
  await page.getByRole('button', { name: 'Back to documents' }).click();
  await expect(table(page).getByRole('button', { name: 'stock of the fair 2.csv' })).toBeVisible();
});
