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

interface Piece {
  readonly id: number;
  readonly sku: string;
  readonly fnsku: string;
  readonly location: string;
}

/** An order of one piece that can be shipped, as the server tells it. */
async function findOrder(page: Page, stack: Stack): Promise<{ orderId: string; piece: Piece }> {
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  const headers = { authorization: `Bearer ${token}` };
  let found: { order_id: string; pieces: Piece[] } | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${stack.url}/api/orders?size=100`, { headers });
      const { data } = (await answer.json()) as {
        data: { order_id: string; waiting: number; is_cancel_open: boolean; order_status: string; pieces: Piece[] }[];
      };
      found = data.find((order) => order.waiting === 0 && !order.is_cancel_open && order.order_status === 'Unshipped' && order.pieces.length === 1);
      return found?.order_id;
    }, SOON)
    .toBeDefined();
  const [piece] = found?.pieces ?? [];
  if (found === undefined || piece === undefined) throw new Error('There is no order to ship');
  return { orderId: found.order_id, piece };
}

/** What the simulated marketplace was told of an order. */
async function told(stack: Stack, orderId: string): Promise<{ operation: string; status: number; body: { packageDetail: { trackingNumber: string } } }[]> {
  const simulator = readFileSync(path.join(stack.folder, 'simulator'), 'utf8');
  const journal = (await (await fetch(`${simulator}/__sim/journal`)).json()) as { operation: string; path: string; status: number; body: never }[];
  return journal.filter((call) => call.operation === 'confirmShipment' && call.path.includes(orderId));
}

test('verifies, ships and confirms an order with scanner and keyboard only', async ({ page, stack }) => {
  await signIn(page, stack);
  const { orderId, piece } = await findOrder(page, stack);
  await page.goto(`${stack.url}/sellerfulfilledorders`);
  await expect(orders(page)).toContainText(orderId, SOON);
  await expectAccessible(page);

  // The order's number is scanned from its packing slip, wherever the focus is.
  await wedge(page, [orderId]);
  await expect(dialog(page)).toContainText('Verify Product');
  await expect(dialog(page)).toContainText(piece.location);
  await expect(page.getByLabel('Scan FNSKU or UPC')).toBeFocused();
  await expectAccessible(page);
  await wedge(page, ['X00WRONG00']);
  await expect(dialog(page)).toContainText('Product not found. The scanned FNSKU, SKU, or UPC does not match this order item.');
  await wedge(page, [piece.fnsku]);
  await expect(dialog(page)).toContainText('This will remove 1 unit from local inventory. Please confirm.');
  const accept = page.getByRole('button', { name: 'Accept' });
  await expect(accept).toBeFocused();
  // A scan accepts nothing, a slow scanner's neither, and is refused by name; a person's Enter does.
  await wedge(page, [piece.fnsku]);
  await wedge(page, ['X00SLOW001'], SLOW_GAP_MS);
  for (const code of [piece.fnsku, 'X00SLOW001']) await expect(dialog(page).getByText(`${code} was ignored. Accept or cancel first.`)).toBeVisible();
  await expect(accept).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Tracking number')).toBeFocused(SOON);
  await expectAccessible(page);
  await wedge(page, ['1Z12345E0205271688']);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Search or scan an order')).toBeFocused();
  await expect.poll(async () => (await told(stack, orderId)).map(({ status }) => status), SOON).toEqual([204]);
  expect((await told(stack, orderId))[0]?.body.packageDetail.trackingNumber).toBe('1Z12345E0205271688');
  await expect(orders(page)).not.toContainText(orderId);

  // The next one at once, from where the focus is now: its packing slip and its unit without a pause.
  const next = await findOrder(page, stack);
  await wedge(page, [next.orderId, next.piece.fnsku]);
  await expect(dialog(page)).toContainText(next.orderId);
  await expect(accept).toBeFocused(SOON);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Tracking number')).toBeFocused(SOON);
  await wedge(page, ['1Z999AA10123456784']);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Search or scan an order')).toBeFocused();
  await expect(page.getByLabel('Search or scan an order')).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');
  await expect.poll(async () => (await told(stack, next.orderId)).map(({ body }) => body.packageDetail.trackingNumber), SOON).toEqual(['1Z999AA10123456784']);

  // One that is done says so and leads on, by keyboard; the scan after it is the next order's.
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
  const { orderId, piece } = await findOrder(page, stack);
  const other = await (await browser.newContext()).newPage();
  await openScreen(other, stack, `/orders/${orderId}`);
  await expect(other.getByRole('table', { name: 'Units' })).toContainText('Reserved');
  await expectAccessible(other);

  // What was pressed is gone then: the focus goes on.
  for (const name of ['Start', 'Release']) {
    await other.getByRole('button', { name }).press('Enter');
    await expect(other.getByRole('button', { name })).toHaveCount(0, SOON);
    await expect(other.getByRole('button', { name: 'Ship Now' })).toBeFocused();
  }

  await page.goto(`${stack.url}/sellerfulfilledorders?verify=${orderId}`);
  await expect(page.getByLabel('Scan FNSKU or UPC')).toBeFocused(SOON);
  await wedge(page, [piece.sku]);
  // It can be pressed once the page knows which piece was verified.
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
  await other.getByLabel('Reason').fill('the label is torn');
  await expectAccessible(other);
  await other.getByLabel('Reason').press('Enter');
  await expect(other.getByText('Springfield, OR 97477')).toBeVisible(SOON);
  await expect(other.getByText('Recipient shown: the label is torn')).toBeVisible(SOON);

  // How it was packed is photographed in this very browser, under a link of its own.
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
