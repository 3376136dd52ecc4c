import type { Kysely } from 'kysely';
import { insertCatalogue } from '../src/features/catalogue/index.ts';
import type { DB } from '../src/platform/database/schema.generated.ts';

/** Codes that tests scan. The kettle is listed as New and Good; the lamp in two used conditions; the bolt only as Good. */
export const CODES = {
  kettle: {
    upc: '036000291452',
    asin: 'B000KETTLE',
    newSku: 'KETTLE-N',
    newFnsku: 'X00KETTLEN',
    goodSku: 'KETTLE-G',
    goodFnsku: 'X00KETTLEG',
    itemCode: 'NRD00001',
  },
  lamp: { upc: '012345678905', asin: 'B0000000LA' },
  bolt: { ean8: '96385074', sku: 'BOLT-G', fnsku: 'X000BOLT0G' },
} as const;

/** Lays a catalogue of three products. */
export async function layTestCatalogue(db: Kysely<DB>): Promise<void> {
  const { kettle, lamp, bolt } = CODES;
  await insertCatalogue(db, {
    products: {
      id: [1, 2, 3],
      title: ['Electric Kettle', 'Desk Lamp', 'Bolt Set'],
      brand: ['Norden', 'Norden', 'Kestrel'],
      vendor: ['NRD', 'NRD', 'KST'],
      itemCode: [kettle.itemCode, 'NRD00002', 'KST00003'],
    },
    gtins: { gtin14: [kettle.upc, lamp.upc, bolt.ean8].map((code) => code.padStart(14, '0')), productId: [1, 2, 3] },
    listings: {
      id: [1, 2, 3, 4, 5],
      productId: [1, 1, 2, 2, 3],
      sellerSku: [kettle.newSku, kettle.goodSku, 'LAMP-VG', 'LAMP-A', bolt.sku],
      fnsku: [kettle.newFnsku, kettle.goodFnsku, 'X0000LAMP2', 'X0000LAMP4', bolt.fnsku],
      asin: [kettle.asin, kettle.asin, lamp.asin, lamp.asin, 'B00000BOLT'],
      condition: [11, 3, 2, 4, 3],
      channel: Array(5).fill('SELLER_FULFILLED'),
    },
  });
}
