import type { Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible, expectLoaded } from '../support/axe.ts';
import { upc } from '../support/barcodes.ts';
import { type Stack, signIn, test } from '../support/stack.ts';
import { expectNoSidewaysScroll, PHONE, TABLET } from '../support/viewport.ts';

const UPC = upc(62, 1);

const SCREENS = {
  'identity and search': ['/profile', '/reports', '/admin/people', '/audit-log'],
  stock: [
    '/merchantfulfilledinventory',
    '/merchantfulfilledinventory?tab=stock',
    '/localinventoryadjustment?tab=locations',
    '/localinventoryreport',
    '/localinventoryreport?tab=value',
    '/localinventoryaudit?location=A-1',
    '/counts',
  ],
  purchasing: [
    '/receiveinventory?po=P-1',
    '/receiveinventory?po=P-1&tab=create',
    '/receiveinventory?po=P-1&tab=edit',
    '/receiveinventory?po=P-1&tab=receive',
    '/polist',
    '/receiveinventory/uploadpo',
  ],
  invoicing: ['', '?tab=invoices', '?tab=credits', '?tab=exceptions', '?window=new&po=P-1', '?window=tolerances', '?tab=credits&window=credit'].map(
    (query) => `/poinvoicecredits${query}`,
  ),
  pricing: [
    '/admin/settings',
    '/feed-status',
    '/reports?type=pricing-breakdown',
    '/reports?type=competitor-map-compliance&competitors=all',
    '/admin/settings/competitors',
  ],
} as const;

for (const [area, addresses] of Object.entries(SCREENS)) {
  test(`fits the screens of ${area} on a phone and a tablet`, async ({ page, stack }) => {
    await signIn(page, stack);
    await createPackingList(page);
    for (const address of addresses) await expectFits(page, stack, address);
  });
}

test('fits a count in progress on a phone', async ({ page, stack }) => {
  await signIn(page, stack);
  await ask(page, '/api/counts', { locations: ['G-5'], isBlind: true });
  const { data } = await ask<{ data: { id: number }[] }>(page, '/api/counts?location=G-5');
  await expectFits(page, stack, `/counts/${data[0]?.id}`);
});

async function expectFits(page: Page, stack: Stack, address: string): Promise<void> {
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
async function createPackingList(page: Page): Promise<void> {
  const row = { 'PO Number': 'P-1', Vendor: 'Phone Lights', UPC, 'Supplier SKU': 'PHONE', 'Product Name': 'For a phone', 'Qty Ordered': 4 };
  // Another journey of this file may have uploaded it.
  await ask(page, '/api/uploadpos', { data: [row], fileName: 'phone.csv' });
  const [line] = await ask<{ id: number }[]>(page, '/api/receiveinventory/getpodata', { poNumber: 'P-1' });
  await ask(page, '/api/receiveinventory/createnewpackinglist', { poNumber: 'P-1', packingList: { [line?.id ?? 0]: 4 } });
}
