import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { findOrder } from '../support/orders-to-ship.ts';
import { SLOW_GAP_MS, wedge } from '../support/scanner.ts';
import { type Stack, signIn, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial' });

const orders = (page: Page) => page.getByRole('table', { name: 'Orders' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Verify Product' });

/** The confirmations that the simulated marketplace received for an order. */
async function confirmationsOf(
  stack: Stack,
  orderId: string,
): Promise<{ operation: string; status: number; body: { packageDetail: { trackingNumber: string } } }[]> {
  const simulator = readFileSync(path.join(stack.folder, 'simulator'), 'utf8');
  const journal = (await (await fetch(`${simulator}/__sim/journal`)).json()) as { operation: string; path: string; status: number; body: never }[];
  return journal.filter((call) => call.operation === 'confirmShipment' && call.path.includes(orderId));
}

test('verifies, ships and confirms an order with scanner and keyboard only', async ({ page, stack }) => {
  await signIn(page, stack);
  const { orderId, allocation } = await findOrder(page, stack);
  await page.goto(`${stack.url}/sellerfulfilledorders`);
  await expect(orders(page)).toContainText(orderId);
  await expectAccessible(page);

  // Scans the order number on its packing slip, with the focus anywhere.
  await wedge(page, [orderId]);
  await expect(dialog(page)).toContainText('Verify Product');
  await expect(dialog(page)).toContainText(allocation.location);
  await expect(page.getByLabel('Scan FNSKU or UPC')).toBeFocused();
  await expectAccessible(page);
  await wedge(page, ['X00WRONG00']);
  await expect(dialog(page)).toContainText('Product not found. The scanned FNSKU, SKU, or UPC does not match this order item.');
  await wedge(page, [allocation.fnsku]);
  await expect(dialog(page)).toContainText('This will remove 1 unit from local inventory. Please confirm.');
  const accept = page.getByRole('button', { name: 'Accept' });
  await expect(accept).toBeFocused();
  // Scans, also slow ones, confirm nothing and are rejected by name. A person's Enter confirms.
  await wedge(page, [allocation.fnsku]);
  await wedge(page, ['X00SLOW001'], SLOW_GAP_MS);
  for (const code of [allocation.fnsku, 'X00SLOW001']) await expect(dialog(page).getByText(`${code} was ignored. Accept or cancel first.`)).toBeVisible();
  await expect(accept).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Tracking number')).toBeFocused();
  await expectAccessible(page);
  await wedge(page, ['1Z12345E0205271688']);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Search or scan an order')).toBeFocused();
  await expect.poll(async () => (await confirmationsOf(stack, orderId)).map(({ status }) => status)).toEqual([204]);
  expect((await confirmationsOf(stack, orderId))[0]?.body.packageDetail.trackingNumber).toBe('1Z12345E0205271688');
  await expect(orders(page)).not.toContainText(orderId);

  // The next order follows directly: its packing slip and its unit, without a pause.
  const next = await findOrder(page, stack);
  await wedge(page, [next.orderId, next.allocation.fnsku]);
  await expect(dialog(page)).toContainText(next.orderId);
  await expect(accept).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Tracking number')).toBeFocused();
  await wedge(page, ['1Z999AA10123456784']);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Search or scan an order')).toBeFocused();
  await expect(page.getByLabel('Search or scan an order')).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');
  await expect
    .poll(async () => (await confirmationsOf(stack, next.orderId)).map(({ body }) => body.packageDetail.trackingNumber))
    .toEqual(['1Z999AA10123456784']);

  // A finished order is announced and leads on by keyboard. The next scan belongs to the next order.
  await wedge(page, [orderId]);
  await expect(dialog(page).getByRole('link', { name: `View order ${orderId}` })).toBeVisible();
  await expectAccessible(page);
  const third = await findOrder(page, stack);
  await wedge(page, [third.orderId]);
  await expect(dialog(page)).toContainText(third.orderId);
  await expect(page.getByLabel('Scan FNSKU or UPC')).toBeFocused();
});
