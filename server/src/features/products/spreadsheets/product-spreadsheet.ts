import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { RowProblem, Values } from '@stowage/contract/spreadsheets/values';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { lockCatalog } from '../../catalog/index.ts';
import { recordKind, type SpreadsheetKind, type SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';
import { codeProblems, textOf } from './code.rules.ts';
import { findOwners, type Owners } from './code-owners.read-model.ts';
import { identifyRows } from './identify-rows.ts';
import { insertListings } from './listing-rows.repository.ts';
import { insertProducts, readProducts, updateProducts } from './product-rows.repository.ts';
import { removeProducts } from './remove-rows.service.ts';

/** Files of products. A GTIN, a vendor with an item code, or a seller SKU names a product. */
export function productSpreadsheet({ topics }: Pick<Context, 'topics'>): SpreadsheetKind {
  return recordKind({
    name: 'products',
    lock: (tx) => lockCatalog(tx),
    rule: productRule,
    keysOf: keysOfCodes,
    find: findProducts,
    read: readProducts,
    async insert(tx, rows, { userId }) {
      const ids = await insertProducts(tx, rows);
      const listings = rows.flatMap(({ values }, nth) => (values.seller_sku === undefined ? [] : [{ values, productId: ids[nth] ?? '' }]));
      await insertListings(tx, listings);
      await identifyRows(tx, rows, userId);
      return ids;
    },
    async update(tx, changes, { userId }) {
      await updateProducts(tx, changes);
      await identifyRows(tx, changes, userId);
    },
    remove: removeProducts,
    announce: () => topics.publish(inventoryHistoryTopic, { unitId: null, change: 'IDENTIFIED' }),
  });
}

function productRule(values: Values): RowProblem[] {
  const problems = codeProblems(values);
  const { gtin, vendor, item_code: itemCode, seller_sku: sku, image_url: image } = values;
  if (gtin === undefined && sku === undefined && (vendor === undefined || itemCode === undefined)) {
    problems.push({ column: null, problem: 'A product needs a UPC / EAN, or a vendor and an item code, or a seller SKU' });
  }
  for (const column of ['fnsku', 'asin'] as const) {
    if (values[column] !== undefined && sku === undefined)
      problems.push({ column, problem: 'The FNSKU and the ASIN belong to a listing: write its seller SKU too' });
  }
  if (image !== undefined && !/^https?:\/\/\S+$/.test(String(image))) {
    problems.push({ column: 'image_url', problem: 'The address of an image begins with https:// and has no spaces' });
  }
  return problems;
}

function keysOfCodes({ gtin, vendor, item_code: itemCode, seller_sku: sku, fnsku }: Values): Record<string, string> {
  return {
    ...(gtin !== undefined && { gtin: String(gtin) }),
    ...(vendor !== undefined && itemCode !== undefined && { item_code: `${vendor} ${String(itemCode).toUpperCase()}` }),
    ...(sku !== undefined && { seller_sku: String(sku).toUpperCase() }),
    ...(fnsku !== undefined && { fnsku: String(fnsku).toUpperCase() }),
  };
}

async function findProducts(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<(string | null | RowProblem[])[]> {
  const owners = await findOwners(db, rows);
  return rows.map(({ values }, nth) => findProduct(values, owners[nth]));
}

function findProduct(values: Values, owners: Owners | undefined): string | null | RowProblem[] {
  const { byGtin, byItemCode, bySku, byFnsku, reserved = [] } = owners ?? {};
  if (reserved.length > 0) return [...reserved];
  const named = [byGtin, byItemCode, bySku?.product].filter((one) => one !== undefined);
  const [first] = named;
  const other = named.find(({ id }) => id !== first?.id);
  if (first !== undefined && other !== undefined) {
    return [{ column: null, problem: `The codes of this row name two products: ${first.title} and ${other.title}` }];
  }
  if (byFnsku !== undefined && byFnsku.listingId !== bySku?.listingId) {
    return [{ column: 'fnsku', problem: `${textOf(values.fnsku)} is already the FNSKU of ${byFnsku.product.title}` }];
  }
  if (first === undefined) return null;
  if (values.gtin !== undefined && byGtin === undefined)
    return [{ column: 'gtin', problem: `${first.title} exists with another UPC / EAN: add this one on its page` }];
  if (values.seller_sku !== undefined && bySku === undefined) {
    return [{ column: 'seller_sku', problem: `${first.title} exists: bring in more of its listings with a file of listings` }];
  }
  const condition = Number(values.condition ?? CONDITION_NEW);
  if (bySku !== undefined && values.condition !== undefined && bySku.condition !== condition) {
    return [{ column: 'condition', problem: `The seller SKU ${textOf(values.seller_sku)} has another condition` }];
  }
  return first.id;
}
