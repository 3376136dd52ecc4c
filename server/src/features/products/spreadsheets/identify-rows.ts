import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { filterUnknownCodes, identifyByCodes } from '../../inventory/index.ts';
import type { SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';

/** Assigns the units that were scanned before their codes were known, as adding or changing a product by hand does. */
export async function identifyRows(tx: DatabaseTransaction, rows: readonly Pick<SpreadsheetRecord, 'values'>[], actorId: number): Promise<void> {
  const codes = rows.flatMap(({ values: { fnsku, seller_sku: sku, asin, item_code: itemCode, gtin } }) => [fnsku, sku, asin, itemCode, gtin]);
  const texts = codes.flatMap((code) => (code === undefined || code === null ? [] : [String(code)]));
  await identifyByCodes(tx, await filterUnknownCodes(tx, texts), actorId);
}
