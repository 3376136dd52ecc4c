import { expect } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { decodeCode128 } from '../support/decode.ts';
import { wedge } from '../support/scanner.ts';
import { carrierBarcode, field, findLine, openReturns, startDymo } from '../support/screens/returns-screen.ts';
import { test } from '../support/stack.ts';

test('starts with a tracking number of the demo', async ({ page, stack }) => {
  await openReturns(page, stack);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).not.toHaveValue('');
  await expectAccessible(page);
});

test('scans a box by its carrier barcode, decides about three units, and prints two readable labels', async ({ page, stack }) => {
  const printed = await startDymo(page);
  await openReturns(page, stack);
  const line = await findLine(page, 4);
  await field(page).focus();
  await wedge(page, [carrierBarcode(line.tracking_id)]);
  await expect(page.getByRole('region', { name: `Package ${line.tracking_id}` })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as arrived' }).press('Enter');
  await expect(page.getByRole('region', { name: `Package ${line.tracking_id}` }).getByText('Arrived')).toBeVisible();

  const row = page
    .getByRole('table', { name: 'Tracking Data' })
    .getByRole('row')
    .filter({ hasText: line.sku })
    .filter({ hasText: String(line.shipped_quantity) });
  await row
    .first()
    .getByRole('button', { name: /^Receive Units/ })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Receive Units' });
  await expect(dialog.getByRole('table', { name: 'Selected Data' })).toBeVisible();
  await expectAccessible(page);

  // The station's printer is chosen once.
  await dialog.getByRole('button', { name: 'Labels and printer' }).press('Enter');
  const labels = page.getByRole('dialog', { name: 'Print Label' });
  await labels.getByLabel('Print by').selectOption('DYMO label printer');
  await expect(labels.getByLabel('Printer')).toHaveValue('DYMO LabelWriter 450');
  await expectAccessible(page);
  await labels.getByRole('button', { name: 'Test print' }).press('Enter');
  await expect(page.getByText('Label sent to printer successfully!').first()).toBeVisible();
  expect(printed[0]?.get('labelXml')).toContain('<Text>TEST-LABEL</Text><Type>Code128A</Type>');
  const face = labels.getByRole('img', { name: /^Label / });
  const [code] = await decodeCode128(await face.screenshot({ scale: 'device' }));
  expect(code).toBe(line.fnsku);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Labels and printer' })).toBeFocused();

  // Two units are New and go to the shelf that is scanned; one is disposed of.
  await wedge(page, ['B-3']);
  await expect(dialog.getByLabel('Location of units for sale')).toHaveValue('B-3');
  await dialog.getByLabel('Dispositioned, New').fill('2');
  await dialog.getByRole('button', { name: 'Print Label, New' }).dblclick();
  await expect(dialog.getByText(/^2 × New .*→ B-3$/)).toBeVisible();
  await expect.poll(() => printed.length).toBe(2);
  expect(printed[1]?.get('printParamsXml')).toContain('<Copies>2</Copies>');
  await dialog.getByRole('button', { name: 'Print Label, Dispose' }).press('Enter');
  await expect(dialog.getByText('1 × Dispose')).toBeVisible();
  await expect.poll(() => printed.length).toBe(3);

  const { grades } = await ask<{ grades: { quantity: number; seller_sku: string }[] }>(page, '/api/getproductreturnconditiondata', { row: line });
  expect(grades.map(({ quantity }) => quantity)).toEqual([1, 2]);
  const units = await ask<{ location: string }[]>(page, '/api/searchlocalinventory', { identifier: grades[1]?.seller_sku });
  expect(units.filter(({ location }) => location === 'B-3').length).toBeGreaterThanOrEqual(2);

  // One becomes a case, whose photos are uploaded through the QR code.
  await dialog.getByRole('button', { name: 'Upload Photos, Damaged in transit' }).press('Enter');
  await expect(dialog.getByText('Scan to Upload Photos:')).toBeVisible();
  await expect.poll(() => printed.at(-1)?.get('labelXml') ?? '').toContain('Damaged in transit');
  await expectAccessible(page);

  // Voiding a wrong decision removes its units from stock.
  await dialog.getByRole('button', { name: /^Undo 2 × New/ }).press('Enter');
  await expect(dialog.getByText('Undone')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();
});

test('explains a missing printer and keeps the decision', async ({ page, stack }) => {
  await page.addInitScript(() => localStorage.setItem('stowage.label-station', '{"way":"DYMO"}'));
  await openReturns(page, stack);
  const line = await findLine(page, 1);
  await page.goto(`${stack.url}/returns?q=${encodeURIComponent(`"${line.tracking_id}"`)}&line=${line.removal_shipment}`);
  const dialog = page.getByRole('dialog', { name: 'Receive Units' });
  await dialog.getByRole('button', { name: 'Print Label, Dispose' }).press('Enter');
  await expect(dialog.getByText(/^Failed to print label: DYMO framework not loaded\./)).toBeVisible();
  await expect(dialog.getByText('1 × Dispose')).toBeVisible();
  await expectAccessible(page);
});

test('reports an unknown number and looks up a typed one after a pause', async ({ page, stack }) => {
  await openReturns(page, stack);
  await field(page).focus();
  await wedge(page, ['NO-SUCH-NUMBER']);
  await expect(page.getByText('Unable to find tracking number for "NO-SUCH-NUMBER"')).toBeVisible();
  await expectAccessible(page);
  await field(page).fill('');
  const line = await findLine(page, 1);
  await field(page).pressSequentially(line.tracking_id, { delay: 80 });
  await expect(page.getByRole('region', { name: `Package ${line.tracking_id}` })).toBeVisible();
});
