import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { upc } from '../support/barcodes.ts';
import { press, pressEnter } from '../support/keyboard.ts';
import { wedge } from '../support/scanner.ts';
import { expectTile } from '../support/screens/stock-screens.ts';
import { openScreen, test } from '../support/stack.ts';

const [LAMP, KETTLE, MAT] = [upc(60, 1), upc(60, 2), upc(60, 3)] as const;
const FILE = [
  'PO Number;Vendor;UPC;Supplier SKU;Product Name;Qty Ordered;Unit Cost;Expected Date',
  `J-1;Norden;${LAMP};LAMP;"Journey Lamp\nwith ""shade""";3;8.50;2026-12-01`,
  `J-1;Norden;${KETTLE};KET;Journey Kettle;2;11;`,
  `J-1;Norden;${MAT};MAT;Journey Mat;2;;`,
].join('\r\n');

// Each journey continues with the data of the previous one.
test.describe.configure({ mode: 'serial' });

test('uploads an order, refuses it the second time and lists it, with the keyboard only', async ({ page, stack }) => {
  await openScreen(page, stack, '/receiveinventory/uploadpo');
  await expect(page.getByText('No files uploaded yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit to Backend' })).toBeDisabled();
  const choose = (text: string, name = 'journey.csv') =>
    page.getByLabel('Purchase order files').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(`\uFEFF${FILE}\r\nJ-1;Norden;1.23E+11;BAD;Broken;x;;`);
  await expect(page.getByText('1 of 4 rows have errors. Correct the file and choose it again.')).toBeVisible();
  await expect(page.getByText('GTIN/UPC "1.23E+11" was converted to a number by a spreadsheet: format that column as text')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Remove journey.csv');
  await choose(FILE);
  await expect(page.getByText('All 3 rows can be saved')).toBeVisible();
  await press(page, 'Submit to Backend');
  await expect(page.getByText('PO uploaded successfully')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No files uploaded yet.')).toBeVisible();
  await choose(FILE);
  await press(page, 'Submit to Backend');
  await expect(page.getByText('Duplicate PO or System Error')).toBeVisible();
  await expect(page.getByText('PO J-1 was already uploaded with the same lines')).toBeVisible();
  await press(page, 'Open PO J-1');

  await expect(page.getByRole('table', { name: 'Purchase Orders' }).getByText('Journey Kettle')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'PO Information' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  for (const [sku, quantity] of Object.entries({ LAMP: '3', KET: '2', MAT: '2' })) {
    await page.getByLabel(`Packing List Qty of ${sku}`).focus();
    await page.keyboard.type(quantity);
    await page.keyboard.press('Tab');
  }
  await press(page, 'Save Packing List');
  const created = page.getByRole('dialog', { name: 'Packing List Created' });
  await expect(created.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Packing list created.')).toBeVisible();
  await expectAccessible(page);
});

test('receives a list with a short, an over and a damaged line and closes it, with scanner and keyboard only', async ({ page, stack }) => {
  await openScreen(page, stack, '/receiveinventory?po=J-1');
  await page.getByRole('tab', { name: 'Receive Against Packing List' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please select a packing list to begin scanning')).toBeVisible();
  await page.getByLabel('Select Packing List To Receive Against').selectOption({ label: 'Packing List 1 - Shipment 1' });
  await expect(page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU')).toBeEnabled();
  await expect(page.getByText('No scanned data available')).toBeVisible();
  await expectTile(page, 'Remaining Units', 7);
  // The page reads the scanner with the focus anywhere.
  await page.getByRole('tab', { name: 'Receive Against Packing List' }).focus();
  await wedge(page, [LAMP]);
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
  await page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU').focus();
  await wedge(page, [LAMP, KETTLE, KETTLE, KETTLE, 'MAT', MAT]);
  await expectTile(page, 'Received Units', 7);
  // The unit over does not make up for the missing one.
  await expectTile(page, 'Remaining Units', 1);
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  const panel = page.getByRole('table', { name: 'Packing List 1' });
  await expect(panel.getByRole('row').nth(1)).toContainText('Complete');
  await page.getByLabel('Damaged Inventory of MAT').fill('1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Describe the damage in the notes')).toBeVisible();
  await expect(page.getByLabel('Line Item Notes of MAT')).toBeFocused();
  await page.keyboard.type('Torn at the edge');
  await expectTile(page, 'Damaged Units', 1);
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expect(page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU')).toBeFocused();
  await wedge(page, ['LPNRR123456']);
  await expect(page.getByRole('list', { name: 'Scans' }).getByText('Invalid product ID format')).toBeVisible();
  await wedge(page, ['nobody ordered this']);
  await expect(page.getByText('ASIN not found with GTIN/UPC/EAN')).toBeVisible();
  await press(page, 'Dismiss nobody ordered this');
  await expect(page.getByRole('table', { name: 'Unexpected items' })).toHaveCount(0);

  await press(page, 'Close packing list');
  const dialog = page.getByRole('dialog', { name: 'Close Packing List 1' });
  await expect(dialog.getByText('3 to decide')).toBeVisible();
  await expectAccessible(page);
  for (const [line, letter, decision] of [
    ['LAMP, short', 'B', 'BACKORDER'],
    ['KET, over', 'K', 'KEEP'],
    ['MAT, damaged', 'C', 'CLAIM'],
  ] as const) {
    await dialog.getByLabel(`Decision for ${line}`).focus();
    await page.keyboard.press(letter);
    await expect(dialog.getByLabel(`Decision for ${line}`)).toHaveValue(decision);
  }
  await page.keyboard.press('Tab');
  await pressEnter(dialog.getByRole('button', { name: 'Close packing list' }));
  await expect(page.getByText('This packing list is closed: nothing more is received against it.')).toBeVisible();

  await page.goto(`${stack.url}/polist`);
  const orders = page.getByRole('table', { name: 'Purchase Orders/ Packing Lists' });
  const order = orders.getByRole('row').filter({ hasText: 'J-1' });
  await expect(order.getByText('85.7 %')).toBeVisible();
  await expect(order.getByText('+1 over')).toBeVisible();
  await press(page, 'Packing lists of PO J-1');
  await expect(page.getByRole('table', { name: 'Packing lists of PO J-1' }).getByText('Closed')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${stack.url}/packinglists`);
  await expect(page.getByRole('table', { name: 'Purchase Orders Summary' }).getByRole('button', { name: 'J-1', exact: true })).toBeVisible();
  await expectAccessible(page);
});
