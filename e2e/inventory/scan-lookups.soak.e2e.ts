import { expect } from '@playwright/test';
import { glued, mixedCodes, recordSent } from '../support/scan-fields.ts';
import { wedge } from '../support/scanner.ts';
import { openScreen, test } from '../support/stack.ts';

/** Screens whose field looks codes up, where a person scans many: each code replaces the one before. */
const BENCH = [
  ['/localinventoryadjustment', 'Identifier'],
  ['/localinventoryreport', 'Identifier'],
  ['/merchantfulfilledinventory?tab=stock', 'Find'],
  ['/sellerfulfilledorders', 'Search or scan an order'],
  ['/returns', 'Scan Tracking Number'],
] as const;

/** Screens at a desk, with the same fields. Fewer codes, because two hundred on each would take longer than three minutes in all. */
const DESK = [
  ['/receiveinventory', 'Find a purchase order'],
  ['/case-review', 'Search cases'],
  ['/documents', 'Name, record or vendor'],
  ['/price-lists', 'Search price lists'],
  ['/polist', 'Search'],
  ['/packinglists', 'Search'],
  ['/products/new', 'Identifier'],
  ['/fba-fee-lookup', 'ASIN'],
  ['/reorder', 'Search'],
  ['/poinvoicecredits', 'Search'],
] as const;

const FIELDS = [...BENCH.map((field) => [...field, 200] as const), ...DESK.map((field) => [...field, 60] as const)];

for (const [path, label, count] of FIELDS) {
  test(`looks up each of ${count} scanned codes, none glued to another, and shows the last, on ${path}`, async ({ page, stack }) => {
    await openScreen(page, stack, path);
    const field = page.getByRole('textbox', { name: label, exact: true });
    await field.focus();
    const { codes } = await mixedCodes(page, 'L', count);
    const sent = recordSent(page);
    await wedge(page, codes);
    await expect(field).toHaveValue(codes.at(-1) ?? '');
    await expect.poll(() => sent.findLast((text) => codes.includes(text))).toBe(codes.at(-1));
    expect(codes.filter((code) => !sent.includes(code))).toEqual([]);
    expect(glued(sent, codes)).toEqual([]);
  });
}
