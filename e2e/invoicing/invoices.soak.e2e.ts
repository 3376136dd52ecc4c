import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { KETTLE, LAMP, order } from '../support/invoice-orders.ts';
import { press } from '../support/keyboard.ts';
import { wedge } from '../support/scanner.ts';
import { expectTile } from '../support/screens/stock-screens.ts';
import { signIn, test } from '../support/stack.ts';

test('bills a short delivery in full, then credits and applies the difference until the balance is zero', async ({ page, stack }) => {
  await signIn(page, stack);
  const list = await order(page, 'INV-J1');
  await page.goto(`${stack.url}/receiveinventory?po=INV-J1&tab=receive&list=${list}`);
  await expect(page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU')).toBeEnabled();
  await page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU').focus();
  await wedge(page, [...Array<string>(8).fill(LAMP), ...Array<string>(5).fill(KETTLE)]);
  await expectTile(page, 'Received Units', 13);

  await page.goto(`${stack.url}/poinvoicecredits?q=INV-J1`);
  const orders = page.getByRole('table', { name: 'Purchase orders' });
  await expect(orders.getByRole('row').filter({ hasText: 'INV-J1' })).toContainText('Not invoiced');
  await press(page, 'Lines of PO INV-J1');
  const lines = page.getByRole('table', { name: 'Lines of PO INV-J1' });
  await expect(lines.getByText('Not billed yet')).toHaveCount(2);
  await expectAccessible(page);

  await press(page, 'Enter invoice');
  const form = page.getByRole('dialog', { name: 'New invoice' });
  await expect(form.getByText('Journey Lights')).toBeVisible();
  await form.getByLabel('Invoice number').fill('JL-0007');
  await form.getByLabel('Invoice date').fill('2026-11-18');
  await form.getByLabel('Freight (optional)').fill('4.20');
  await form.getByLabel('Qty billed of LAMP').fill('10');
  await form.getByLabel('Qty billed of KET').fill('5');
  await form.getByLabel('Total').fill('110.44');
  await expect(form.getByText('Lines, freight and tax: $110.45, different from the total')).toBeVisible();
  await form.getByLabel('Invoice PDF').setInputFiles({ name: 'JL-0007.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(form.getByTitle('JL-0007.pdf')).toBeVisible();
  await form.getByRole('button', { name: 'Save and match' }).click();
  await expect(form.getByText('Lines, freight and tax come to $110.45, the total says $110.44')).toBeVisible();
  await form.getByLabel('Total').fill('110.45');
  await form.getByLabel('Total').press('Enter');

  const invoice = page.getByRole('dialog', { name: 'Invoice JL-0007' });
  await expect(invoice.getByText('Billed for missing or damaged units: $10.00 billed too much')).toBeVisible();
  await expect(invoice.getByText('2 billed but not received')).toBeVisible();
  await expect(invoice.getByText('JL-0007.pdf, 1 page')).toBeVisible();
  await expect(invoice.getByTitle('PDF of invoice JL-0007')).toBeVisible();
  await expectAccessible(page);
  await invoice.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit invoice JL-0007' });
  await expect(edit.getByTitle('PDF of invoice JL-0007')).toBeVisible();
  await expect(edit.getByLabel('Qty billed of LAMP')).toHaveValue('10');
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await invoice.getByRole('button', { name: 'Approve' }).click();
  const approval = page.getByRole('dialog', { name: 'Approve invoice JL-0007' });
  // Approving an exception requires a reason.
  await expect(approval.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await invoice.getByRole('button', { name: 'Show differences' }).click();
  await expect(page.getByRole('button', { name: 'Back to the invoice' })).toBeFocused();
  await page.keyboard.press('Enter');
  await invoice.getByRole('button', { name: 'Show differences' }).click();

  const row = orders.getByRole('row').filter({ hasText: 'INV-J1' }).first();
  await expect(row).toContainText('Qty difference');
  await expect(row).toContainText('$10.00');
  await press(page, 'Create credit from differences');
  await expectAccessible(page);
  await press(page, 'Create credit of $10.00');
  const request = page.getByRole('dialog', { name: 'Credit request, PO INV-J1' });
  await expect(request.getByText('Credit request for PO INV-J1: $10.00')).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await request.getByRole('button', { name: 'Save PDF' }).click();
  expect((await saved).suggestedFilename()).toBe('credit-request-INV-J1.pdf');
  // Without a mail server the person sends the mail manually.
  await expect(request.getByText('No mail server is configured')).toBeVisible();
  await request.getByRole('button', { name: 'Mark as requested' }).click();
  await expect(request).toHaveCount(0);

  await press(page, 'Show credits');
  const credits = page.getByRole('table', { name: 'Credits' });
  await expect(credits.getByText('Requested')).toBeVisible();
  await credits.getByRole('checkbox').check();
  await press(page, 'Received');
  await page.getByLabel('Credit memo (optional)').fill('CM-1');
  await page.keyboard.press('Enter');
  await expect(credits.getByText('CM-1')).toBeVisible();
  await credits.getByRole('checkbox').check();
  await press(page, 'Apply to invoice');
  await page.getByRole('dialog', { name: 'Apply to invoice' }).getByRole('button', { name: 'Apply' }).click();
  await expect(credits.getByText('JL-0007')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'POs' }).click();
  await expect(row).toContainText('Matched');
  await expect(row.getByRole('cell').nth(8)).toHaveText('$0.00');
  await page.goto(`${stack.url}/poinvoicecredits?tab=invoices&q=JL-0007`);
  await press(page, 'JL-0007');
  await invoice.getByRole('button', { name: 'Approve' }).click();
  await approval.getByRole('button', { name: 'Approve' }).click();
  await invoice.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('dialog', { name: 'Invoice JL-0007 was paid' }).getByRole('button', { name: 'Mark as paid' }).click();
  await expect(invoice.getByRole('button', { name: 'Enter correcting invoice' })).toBeVisible();
  await expect(invoice.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

/** A minimal PDF: one empty page. */
const PDF = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj',
    'trailer<</Root 1 0 R/Size 4>>',
    '%%EOF',
  ].join('\n'),
);
