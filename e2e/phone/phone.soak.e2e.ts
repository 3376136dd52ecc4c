import { createPackingList, expectFits } from '../support/narrow-screens.ts';
import { signIn, test } from '../support/stack.ts';

const SCREENS = {
  'the warehouse floor': ['/merchantfulfilledinventory', '/localinventoryaudit?location=A-1', '/receiveinventory?po=P-1&tab=receive'],
  'identity and search': ['/profile', '/reports', '/admin/people', '/audit-log'],
  stock: [
    '/merchantfulfilledinventory?tab=stock',
    '/localinventoryadjustment?tab=locations',
    '/localinventoryreport',
    '/localinventoryreport?tab=value',
    '/counts',
  ],
  purchasing: ['/receiveinventory?po=P-1', '/receiveinventory?po=P-1&tab=create', '/receiveinventory?po=P-1&tab=edit', '/polist', '/receiveinventory/uploadpo'],
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
