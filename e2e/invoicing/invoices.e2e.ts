import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { order } from '../support/invoice-orders.ts';
import { press } from '../support/keyboard.ts';
import { signIn, test } from '../support/stack.ts';

test('shows the errors of an invoice file and enters its invoices once', async ({ page, stack }) => {
  await signIn(page, stack);
  await order(page, 'INV-J2');
  await page.goto(`${stack.url}/poinvoicecredits?window=import`);
  const dialog = page.getByRole('dialog', { name: 'Import invoices' });
  const choose = (text: string) => dialog.getByLabel('Invoice file').setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const head = 'Invoice Number,PO Number,Supplier SKU,Qty,Unit Cost,Invoice Date\r\n';
  await choose(`${head}F-1,INV-J2,LAMP,10,5.00,2026-11-18\r\nF-1,INV-J2,NONE,x,5.00,2026-11-18`);
  await expect(dialog.getByText('1 of 2 rows have errors. Correct the file and choose it again.')).toBeVisible();
  for (const problem of ['C3 Supplier SKU "NONE" is on no line of PO INV-J2', 'D3 Qty "x" is not a whole number']) {
    await expect(dialog.getByRole('listitem').filter({ hasText: problem })).toBeVisible();
  }
  await expectAccessible(page);
  await choose(`${head}F-1,INV-J2,LAMP,10,5.00,2026-11-18\r\nF-1,INV-J2,KET,5,11.25,11/18/2026`);
  await expect(dialog.getByText('All 2 rows can be entered')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enter 1 invoice' }).click();
  await expect(page.getByText('1 invoice entered')).toBeVisible();
  await page.getByRole('tab', { name: 'Exceptions' }).click();
  const row = page.getByRole('table', { name: 'Exceptions' }).getByRole('row').filter({ hasText: 'F-1' });
  await expect(row).toContainText('Nothing received');
});

test('sorts each list with the keyboard and stores the order in the address', async ({ page, stack }) => {
  await signIn(page, stack);
  for (const poNumber of ['INV-S1', 'INV-S2']) await order(page, poNumber);
  await page.goto(`${stack.url}/poinvoicecredits?q=INV-S`);
  const table = page.getByRole('table', { name: 'Purchase orders' });
  const numbers = () =>
    table.getByRole('button', { name: /^Lines of PO/ }).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  await press(page, 'PO Number');
  await expect(table.getByRole('columnheader', { name: 'PO Number' })).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(numbers).toEqual(['Lines of PO INV-S1', 'Lines of PO INV-S2']);
  await press(page, 'PO Number');
  await expect(table.getByRole('columnheader', { name: 'PO Number' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(numbers).toEqual(['Lines of PO INV-S2', 'Lines of PO INV-S1']);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('po_number');
  await page.reload();
  await expect.poll(numbers).toEqual(['Lines of PO INV-S2', 'Lines of PO INV-S1']);
  await page.goBack();
  await expect.poll(numbers).toEqual(['Lines of PO INV-S1', 'Lines of PO INV-S2']);
  // Another list has other columns.
  await page.getByRole('tab', { name: 'Exceptions' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('');
  await page.keyboard.press('Enter');
  await press(page, 'Difference $');
  await expect(page.getByRole('columnheader', { name: 'Difference $' })).toHaveAttribute('aria-sort', 'descending');
});
