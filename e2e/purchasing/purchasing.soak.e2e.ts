import { expect } from '@playwright/test';
import { ask } from '../support/api.ts';
import { upc } from '../support/barcodes.ts';
import { wedge } from '../support/scanner.ts';
import { expectTile } from '../support/screens/stock-screens.ts';
import { signIn, test } from '../support/stack.ts';

test("shows each of two people the other's receiving live", async ({ page, stack, browser }) => {
  await signIn(page, stack);
  const row = { 'PO Number': 'J-2', UPC: upc(60, 9), 'Supplier SKU': 'TWO', 'Product Name': 'For two', 'Qty Ordered': 40 };
  expect(await ask(page, '/api/uploadpos', { data: [row], fileName: 'two.csv' })).toBe(1);
  const [line] = await ask<{ id: number }[]>(page, '/api/receiveinventory/getpodata', { poNumber: 'J-2' });
  expect(await ask(page, '/api/receiveinventory/createnewpackinglist', { poNumber: 'J-2', packingList: { [line?.id ?? 0]: 40 } })).toBe(1);
  const [list] = await ask<{ value: number }[]>(page, '/api/receiveinventory/packinglistfrompo', { poNumber: 'J-2' });
  const address = `${stack.url}/receiveinventory?po=J-2&tab=receive&list=${list?.value}`;
  const otherContext = await browser.newContext();
  const second = await otherContext.newPage();
  await signIn(second, stack);
  for (const one of [page, second]) {
    await one.goto(address);
    await expect(one.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU')).toBeEnabled();
  }
  const codes = Array<string>(20).fill(upc(60, 9));
  await Promise.all([wedge(page, codes), wedge(second, codes)]);
  for (const one of [page, second]) {
    await expectTile(one, 'Received Units', 40);
    // Only the newest row of a code can be changed, and the expected total of every row is 40.
    await expect(one.getByRole('table', { name: 'Scan History' }).locator('td[data-label="Running Total Received"]').first()).toHaveText('40');
  }
  const field = page.getByLabel(`Qty Received of ${upc(60, 9)}`);
  await field.fill('3');
  await page.keyboard.press('Enter');
  for (const one of [page, second]) await expectTile(one, 'Remaining Units', -2);
  await otherContext.close();
});
