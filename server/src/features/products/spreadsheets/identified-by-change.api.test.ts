import { expect, it } from 'vitest';
import { spreadsheetCalls } from '../../../../test/fixtures/spreadsheet-calls.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const { upload, apply } = spreadsheetCalls(admin);

const bringIn = async (kind: string, table: readonly (readonly string[])[]) => {
  expect(await apply((await upload(kind, table)).id)).toMatchObject({ state: 'APPLIED', failure: null });
};
const scan = async (productId: string) => expect((await admin.post('/api/sfinventory', { productId, locationId: 1 })).body).toBe('ok');
/** The SKUs of the listings that the units in stock have. */
const listingsOfUnits = async () => {
  const units = await db.selectFrom('units as u').leftJoin('listings as l', 'l.id', 'u.listing_id').select('l.seller_sku').orderBy('u.id').execute();
  return units.map(({ seller_sku: sku }) => sku);
};

it('assigns units that were scanned under a code which a file adds to a listing or a product that exists', async () => {
  await bringIn('products', [
    ['Title', 'SKU', 'Vendor', 'Item code'],
    ['Lamp', 'LAMP-1', 'Acme', ''],
    ['Vase', 'VASE-1', 'Acme', ''],
  ]);
  await scan('X00LATER01');
  await scan('VASE-CODE');
  expect(await listingsOfUnits()).toEqual([null, null]);
  await bringIn('listings', [
    ['SKU', 'FNSKU'],
    ['LAMP-1', 'X00LATER01'],
  ]);
  await bringIn('products', [
    ['Title', 'SKU', 'Item code'],
    ['Vase', 'VASE-1', 'VASE-CODE'],
  ]);
  expect(await listingsOfUnits()).toEqual(['LAMP-1', 'VASE-1']);
});
