import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { press, pressEnter } from '../support/keyboard.ts';
import { wedge } from '../support/scanner.ts';
import { openScreen, test } from '../support/stack.ts';
import { expectFitsPhone } from '../support/viewport.ts';

/** An apron that the simulated marketplace offers in three pack sizes under one UPC. The seller doesn't list it. */
const APRON = { upc: '850000100145', ofThree: 'B0NEW00021' };

test('turns an unknown scan into a product with stock, with the keyboard only', async ({ page, stack }) => {
  await openScreen(page, stack, '/merchantfulfilledinventory?location=B-3');
  await expect(page.getByLabel('Location')).toHaveValue('B-3');
  await wedge(page, [APRON.upc]);
  await expect(page.getByText('Added to B-3, not in the catalog')).toBeVisible();
  await pressEnter(page.getByRole('link', { name: `Add Product ${APRON.upc}` }));
  await expect(page).toHaveURL(/products\/new\?code=/);
  const packs = page.getByRole('list', { name: 'Amazon products' });
  await expect(packs.getByRole('listitem')).toHaveCount(3);
  await expect(packs).toContainText('pack of 6');
  await pressEnter(page.getByRole('button', { name: new RegExp(`Use ${APRON.ofThree}`) }));
  await expect(page.getByLabel('Item name *')).toHaveValue('Foxglove Linen Apron, Sage (Pack of 3)');
  await expect(page.getByLabel('GTIN')).toHaveValue(APRON.upc);
  await page.getByLabel('Item code').focus();
  await page.keyboard.type('APR-3');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sunrise Wholesale');
  // An Enter on a button right after typed characters would be the end of a scan.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Seller SKU *')).toHaveValue('SUN-APR3-N');
  await page.getByLabel('Cost, $').fill('7.25');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await press(page, 'Save + scan into location');
  await expect(page.getByText('1 unit that was scanned before is its stock now, in B-3')).toBeVisible();
  const scanField = page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU');
  await expect(scanField).toBeFocused();
  // The earlier scan is identified without a reload, and the tab still has its location.
  const named = page.getByRole('link', { name: 'Foxglove Linen Apron, Sage (Pack of 3)' });
  await expect(named).toHaveCount(1);
  await expect(page.getByText('not in the catalog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: `Add Product ${APRON.upc}` })).toHaveCount(0);
  await wedge(page, ['SUN-APR3-N']);
  await expect(named).toHaveCount(2);
  await pressEnter(named.first());
  await expect(page).toHaveURL(/products\/\d+$/);
  const stock = page.getByRole('table', { name: 'Stock by location' });
  await expect(stock.getByRole('row')).toHaveCount(2);
  await expect(stock).toContainText('B-3');
  await expect(page.getByRole('table', { name: 'Movements' })).toContainText('Identified');
  await expect(page.getByRole('region', { name: 'Price history' })).toContainText('By hand: Foxglove Linen Apron');
  await expectAccessible(page);
  await expectFitsPhone(page);
});
