import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { findOrder } from '../support/orders-to-ship.ts';
import { wedge } from '../support/scanner.ts';
import { dialogOf, openScreen, signIn, test } from '../support/stack.ts';

/** A picture of one pixel. */
const PHOTO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

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
    await expect(other.getByRole('button', { name })).toHaveCount(0);
    await expect(other.getByRole('button', { name: 'Ship Now' })).toBeFocused();
  }

  await page.goto(`${stack.url}/sellerfulfilledorders?verify=${orderId}`);
  await expect(page.getByLabel('Scan FNSKU or UPC')).toBeFocused();
  await wedge(page, [allocation.sku]);
  // The button is enabled once the page knows the verified allocation.
  await expect(page.getByRole('button', { name: 'Accept' })).toBeFocused();
  await page.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(page.getByLabel('Tracking number')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(other.getByRole('table', { name: 'Units' })).toContainText('Shipped');
  await expect(other.getByText('Verified by FNSKU or SKU')).toBeVisible();

  await other.getByRole('button', { name: 'Undo shipping' }).press('Enter');
  await dialogOf(other).getByRole('button', { name: 'Undo shipping' }).press('Enter');
  await expect(other.getByRole('table', { name: 'Units' })).toContainText('Reserved');
  await other.getByRole('button', { name: 'Show recipient' }).press('Enter');
  await expect(other.getByText('Springfield, OR 97477')).toBeVisible();
  await expect(other.getByText('Recipient shown: to ship the order')).toBeVisible();

  // This browser takes the packing photos through their own link.
  await other.getByRole('button', { name: 'Add photos' }).press('Enter');
  const adding = other.getByRole('dialog', { name: 'Add photos' });
  await expect(adding.getByRole('img', { name: `QR code to upload photos of order ${orderId}` })).toBeVisible();
  await expectAccessible(other);
  await adding.getByRole('button', { name: 'Use this device' }).press('Enter');
  await adding.getByLabel('Choose photos: Packed box').setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(adding.getByRole('button', { name: 'Remove a photo: Packed box' })).toBeVisible();
  await expect(adding.getByText('All photos are uploaded.')).toBeVisible();
  await expectAccessible(other);
  await adding.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(adding).toContainText(`Thank you, order ${orderId}: 1 photo`);
  await other.keyboard.press('Escape');
  await expect(other.getByRole('img', { name: 'Packed box, box.png: full size' })).toBeVisible();
  await expect(other.getByText('Photo added: Packed box')).toBeVisible();
  await other.close();
});
