import { CONDITION_NEW, conditionName } from '@stowage/contract/catalog/conditions';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { RowProblem, Values } from '@stowage/contract/spreadsheets/values';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { lockCatalog } from '../../catalog/index.ts';
import { recordKind, type SpreadsheetKind, type SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';
import { codeProblems, textOf } from './code.rules.ts';
import { findOwners, type Owners } from './code-owners.read-model.ts';
import { identifyRows } from './identify-rows.ts';
import { insertListings, readListings, updateListings } from './listing-rows.repository.ts';
import { removeListings } from './remove-rows.service.ts';

/** Files of listings. A seller SKU names a listing; a GTIN, or a vendor with an item code, names its product. */
export function listingSpreadsheet({ topics }: Pick<Context, 'topics'>): SpreadsheetKind {
  return recordKind({
    name: 'listings',
    lock: (tx) => lockCatalog(tx),
    rule: codeProblems,
    keysOf: ({ seller_sku: sku, fnsku }) => ({
      seller_sku: textOf(sku).toUpperCase(),
      ...(fnsku !== undefined && { fnsku: textOf(fnsku).toUpperCase() }),
    }),
    find: findListings,
    read: readListings,
    async insert(tx, rows, { userId }) {
      const owners = await findOwners(tx, rows);
      const ids = await insertListings(
        tx,
        rows.map(({ values }, nth) => ({ values, productId: (owners[nth]?.byGtin ?? owners[nth]?.byItemCode)?.id ?? '' })),
      );
      await identifyRows(tx, rows, userId);
      return ids;
    },
    async update(tx, changes, { userId }) {
      await updateListings(tx, changes);
      await identifyRows(tx, changes, userId);
    },
    remove: removeListings,
    announce: () => topics.publish(inventoryHistoryTopic, { unitId: null, change: 'IDENTIFIED' }),
  });
}

async function findListings(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<(string | null | RowProblem[])[]> {
  const owners = await findOwners(db, rows);
  return rows.map(({ values }, nth) => findListing(values, owners[nth] ?? {}));
}

function findListing(values: Values, { byGtin, byItemCode, bySku, byFnsku, reserved = [] }: Owners): string | null | RowProblem[] {
  if (reserved.length > 0) return [...reserved];
  const product = byGtin ?? byItemCode;
  if (byGtin !== undefined && byItemCode !== undefined && byGtin.id !== byItemCode.id) {
    return [{ column: null, problem: `The codes of this row name two products: ${byGtin.title} and ${byItemCode.title}` }];
  }
  if (byFnsku !== undefined && byFnsku.listingId !== bySku?.listingId) {
    return [{ column: 'fnsku', problem: `${textOf(values.fnsku)} is already the FNSKU of ${byFnsku.product.title}` }];
  }
  if (bySku === undefined) return product === undefined ? [missingProduct(values)] : null;
  if (product !== undefined && product.id !== bySku.product.id) {
    return [{ column: 'seller_sku', problem: `${textOf(values.seller_sku)} is a listing of another product: ${bySku.product.title}` }];
  }
  const condition = Number(values.condition ?? CONDITION_NEW);
  if (values.condition !== undefined && condition !== bySku.condition) {
    return [{ column: 'condition', problem: `${textOf(values.seller_sku)} is ${conditionName(bySku.condition)}: a listing keeps its condition` }];
  }
  return bySku.listingId;
}

function missingProduct({ gtin, vendor, item_code: itemCode }: Values): RowProblem {
  if (gtin !== undefined) return { column: 'gtin', problem: `No product has the UPC / EAN ${gtin}: bring in products first` };
  if (vendor !== undefined && itemCode !== undefined)
    return { column: 'item_code', problem: `No product of ${vendor} has the item code ${itemCode}: bring in products first` };
  return { column: null, problem: 'A new listing needs the UPC / EAN of its product, or the vendor and item code' };
}
