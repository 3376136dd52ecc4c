import type { Page } from '@playwright/test';
import { ask } from './api.ts';
import { expectAccessible, expectLoaded } from './axe.ts';
import { upc } from './barcodes.ts';
import type { Stack } from './stack.ts';
import { expectNoSidewaysScroll, PHONE, TABLET } from './viewport.ts';

const UPC = upc(62, 1);

/** Expects that a screen fits a phone and a tablet and that axe finds nothing. */
export async function expectFits(page: Page, stack: Stack, address: string): Promise<void> {
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size);
    if (size === TABLET) await page.goto(`${stack.url}${address}`);
    await expectLoaded(page);
    await expectNoSidewaysScroll(page, `${address} at ${size.width}`);
  }
  // Waits for buttons that are still being enabled: their colors are in transition.
  await page.waitForLoadState('networkidle');
  await expectAccessible(page);
}

/** An order with a packing list, for the screens that show one. */
export async function createPackingList(page: Page): Promise<void> {
  const row = { 'PO Number': 'P-1', Vendor: 'Phone Lights', UPC, 'Supplier SKU': 'PHONE', 'Product Name': 'For a phone', 'Qty Ordered': 4 };
  // Another journey of this file may have uploaded it.
  await ask(page, '/api/uploadpos', { data: [row], fileName: 'phone.csv' });
  const [line] = await ask<{ id: number }[]>(page, '/api/receiveinventory/getpodata', { poNumber: 'P-1' });
  await ask(page, '/api/receiveinventory/createnewpackinglist', { poNumber: 'P-1', packingList: { [line?.id ?? 0]: 4 } });
}
