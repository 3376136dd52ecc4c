import { expect, type Page } from '@playwright/test';
import { ask } from './api.ts';
import { upc } from './barcodes.ts';

/** The barcodes of the lamp and the kettle. */
export const [LAMP, KETTLE] = [upc(61, 1), upc(61, 2)] as const;

/** An order of ten lamps and five kettles, on one packing list. @returns the list's id */
export async function order(page: Page, poNumber: string): Promise<number> {
  const row = (sku: string, code: string, quantity: number, cost: string) => ({
    'PO Number': poNumber,
    Vendor: 'Journey Lights',
    UPC: code,
    'Supplier SKU': sku,
    'Product Name': `Journey ${sku}`,
    'Qty Ordered': quantity,
    'Unit Cost': cost,
  });
  const data = [row('LAMP', LAMP, 10, '5.00'), row('KET', KETTLE, 5, '11.25')];
  expect(await ask(page, '/api/uploadpos', { data, fileName: `${poNumber}.csv` })).toBe(1);
  const lines = await ask<{ id: number }[]>(page, '/api/receiveinventory/getpodata', { poNumber });
  const packingList = Object.fromEntries(lines.map(({ id }, nth) => [id, nth === 0 ? 10 : 5]));
  expect(await ask(page, '/api/receiveinventory/createnewpackinglist', { poNumber, packingList })).toBe(1);
  const [list] = await ask<{ value: number }[]>(page, '/api/receiveinventory/packinglistfrompo', { poNumber });
  return list?.value ?? 0;
}
