import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { freePort, Stack, signIn, test } from '../support/stack.ts';
import { expectNoSidewaysScroll, PHONE, TABLET } from '../support/viewport.ts';

const received: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, callback) {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    stream.on('end', () => {
      received.push(text);
      callback();
    });
  },
});
let mailing: Stack;

test.beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  mailing = new Stack(await freePort(), { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'stowage@example.com' });
  await mailing.start();
});

test.afterAll(async () => {
  await mailing.stop();
  mailing.remove();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

/** An order with a rebate that the vendor owes. */
async function owed(page: Page, poNumber: string): Promise<void> {
  const row = { 'PO Number': poNumber, Vendor: 'Journey Lights', UPC: '036000291452', 'Supplier SKU': 'LAMP', 'Product Name': 'Lamp' };
  await ask(page, '/api/uploadpos', { data: [{ ...row, 'Qty Ordered': 10, 'Unit Cost': '5.00' }], fileName: `${poNumber}.csv` });
  const { id } = await ask<{ id: number }>(page, `/api/purchase-money/find?number=${poNumber}`);
  await ask(page, '/api/vendor-credits', { purchaseOrderId: id, type: 'REBATE', amount: '12.00', note: 'Autumn' });
}

test('edits a credit request, sends it once by mail and logs it', async ({ page }) => {
  await signIn(page, mailing);
  await owed(page, 'ASK-1');
  await owed(page, 'ASK-2');
  await page.goto(`${mailing.url}/poinvoicecredits?q=ASK-1`);
  await page.getByRole('button', { name: 'Lines of PO ASK-1' }).click();
  await page.getByRole('button', { name: 'Request credit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Credit request, PO ASK-1' });
  await dialog.getByRole('button', { name: 'Send mail' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await dialog.getByLabel('To', { exact: true }).fill('credits@lights.example');
  await dialog.getByLabel('Subject').fill('Our credit, please');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send mail' }).dblclick();
  await expect(dialog.getByRole('table', { name: 'Mails sent' }).getByText('Sent')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeVisible();
  await expectAccessible(page);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('Subject: Our credit, please');
  expect(received[0]).toContain('filename=credit-request-ASK-1.pdf');
  for (const size of [PHONE, TABLET]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.keyboard.press('Escape');
  await page.goto(`${mailing.url}/poinvoicecredits?q=ASK-2`);
  await page.getByRole('button', { name: 'Lines of PO ASK-2' }).click();
  await page.getByRole('button', { name: 'Request credit' }).click();
  await expect(page.getByRole('dialog', { name: 'Credit request, PO ASK-2' }).getByLabel('To', { exact: true })).toHaveValue('credits@lights.example');
});
