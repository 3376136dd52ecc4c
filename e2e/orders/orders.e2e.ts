import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { SLOW_GAP_MS, wedge } from '../support/scanner.ts';
import { dialogOf, openScreen, type Stack, signIn, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial', timeout: 400_000 });

/** A picture of one pixel. */
const PHOTO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const SOON = { timeout: 60_000 };
const orders = (page: Page) => page.getByRole('table', { name: 'Orders' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Verify Product' });

interface Allocation {
  readonly id: number;
  readonly sku: string;
  readonly fnsku: string;
  readonly location: string;
}

/** The last order of one unit that can be shipped, because the crew of the demo starts those that are due first. */
async function findOrder(page: Page, stack: Stack): Promise<{ orderId: string; allocation: Allocation }> {
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  const headers = { authorization: `Bearer ${token}` };
  let found: { order_id: string; pieces: Allocation[] } | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${stack.url}/api/orders?size=50`, { headers });
      const { data } = (await answer.json()) as {
        data: { order_id: string; waiting: number; is_cancel_open: boolean; order_status: string; started_by: string | null; pieces: Allocation[] }[];
      };
      const open = data.filter((order) => order.waiting === 0 && !order.is_cancel_open && order.order_status === 'Unshipped' && order.started_by === null);
      found = open.findLast((order) => order.pieces.length === 1);
      return found?.order_id;
    }, SOON)
    .toBeDefined();
  const [allocation] = found?.pieces ?? [];
  if (found === undefined || allocation === undefined) throw new Error('The demo has no order to ship');
  return { orderId: found.order_id, allocation };
}

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
  await expect(orders(page)).toContainText(orderId, SOON);
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

  await expect(page.getByLabel('Tracking number')).toBeFocused(SOON);
  await expectAccessible(page);
  await wedge(page, ['1Z12345E0205271688']);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Search or scan an order')).toBeFocused();
  await expect.poll(async () => (await confirmationsOf(stack, orderId)).map(({ status }) => status), SOON).toEqual([204]);
  expect((await confirmationsOf(stack, orderId))[0]?.body.packageDetail.trackingNumber).toBe('1Z12345E0205271688');
  await expect(orders(page)).not.toContainText(orderId);

  // The next order follows directly: its packing slip and its unit, without a pause.
  const next = await findOrder(page, stack);
  await wedge(page, [next.orderId, next.allocation.fnsku]);
  await expect(dialog(page)).toContainText(next.orderId);
  await expect(accept).toBeFocused(SOON);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Tracking number')).toBeFocused(SOON);
  await wedge(page, ['1Z999AA10123456784']);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Search or scan an order')).toBeFocused();
  await expect(page.getByLabel('Search or scan an order')).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');
  await expect
    .poll(async () => (await confirmationsOf(stack, next.orderId)).map(({ body }) => body.packageDetail.trackingNumber), SOON)
    .toEqual(['1Z999AA10123456784']);

  // A finished order is announced and leads on by keyboard. The next scan belongs to the next order.
  await wedge(page, [orderId]);
  await expect(dialog(page).getByRole('link', { name: `View order ${orderId}` })).toBeVisible(SOON);
  await expectAccessible(page);
  const third = await findOrder(page, stack);
  await wedge(page, [third.orderId]);
  await expect(dialog(page)).toContainText(third.orderId);
  await expect(page.getByLabel('Scan FNSKU or UPC')).toBeFocused();
});

test("shows a second packer's changes immediately and all of them on the order's page", async ({ page, stack, browser }) => {
  await signIn(page, stack);
  const { orderId, allocation } = await findOrder(page, stack);
  const other = await (await browser.newContext()).newPage();
  await openScreen(other, stack, `/orders/${orderId}`);
  await expect(other.getByRole('table', { name: 'Units' })).toContainText('Reserved');
  await expectAccessible(other);

  // The pressed button disappears, so the focus moves on.
  for (const name of ['Start', 'Release']) {
    await other.getByRole('button', { name }).press('Enter');
    await expect(other.getByRole('button', { name })).toHaveCount(0, SOON);
    await expect(other.getByRole('button', { name: 'Ship Now' })).toBeFocused();
  }

  await page.goto(`${stack.url}/sellerfulfilledorders?verify=${orderId}`);
  await expect(page.getByLabel('Scan FNSKU or UPC')).toBeFocused(SOON);
  await wedge(page, [allocation.sku]);
  // The button is enabled once the page knows the verified allocation.
  await expect(page.getByRole('button', { name: 'Accept' })).toBeFocused(SOON);
  await page.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(page.getByLabel('Tracking number')).toBeVisible(SOON);
  await page.keyboard.press('Escape');
  await expect(other.getByRole('table', { name: 'Units' })).toContainText('Shipped', SOON);
  await expect(other.getByText('Verified by FNSKU or SKU')).toBeVisible();

  await other.getByRole('button', { name: 'Undo shipping' }).press('Enter');
  await dialogOf(other).getByRole('button', { name: 'Undo shipping' }).press('Enter');
  await expect(other.getByRole('table', { name: 'Units' })).toContainText('Reserved', SOON);
  await other.getByRole('button', { name: 'Show recipient' }).press('Enter');
  await expect(other.getByText('Springfield, OR 97477')).toBeVisible(SOON);
  await expect(other.getByText('Recipient shown: to ship the order')).toBeVisible(SOON);

  // This browser takes the packing photos through their own link.
  await other.getByRole('button', { name: 'Add photos' }).press('Enter');
  const adding = other.getByRole('dialog', { name: 'Add photos' });
  await expect(adding.getByRole('img', { name: `QR code to upload photos of order ${orderId}` })).toBeVisible(SOON);
  await expectAccessible(other);
  await adding.getByRole('button', { name: 'Use this device' }).press('Enter');
  await adding.getByLabel('Choose photos: Packed box').setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(adding.getByRole('button', { name: 'Remove a photo: Packed box' })).toBeVisible(SOON);
  await expect(adding.getByText('All photos are uploaded.')).toBeVisible(SOON);
  await expectAccessible(other);
  await adding.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(adding).toContainText(`Thank you, order ${orderId}: 1 photo`, SOON);
  await other.keyboard.press('Escape');
  await expect(other.getByRole('img', { name: 'Packed box, box.png: full size' })).toBeVisible(SOON);
  await expect(other.getByText('Photo added: Packed box')).toBeVisible(SOON);
  await other.close();
});
