import { cellText, readGtinCell, readMoneyCell } from '@stowage/contract/formats/file-cells';
import type { PriceListRow } from '@stowage/contract/price-lists/price-lists';

/** A row as it is staged: either what it says of an item, or why it is not taken. Empty cells are null and keep what is there. */
export interface StagedRow {
  readonly upc: string;
  readonly gtin: string | null;
  readonly itemCode: string | null;
  readonly title: string | null;
  readonly vendor: string | null;
  /** Decimal text, US dollars. */
  readonly cost: string | null;
  readonly map: string | null;
  readonly reason: string | null;
}

const MAX_LENGTHS = { itemCode: 100, title: 500, vendor: 200 } as const;

/** @param vendor whose list the file is, for a row that does not say */
export function readPriceListRow(raw: PriceListRow, vendor: string | null): StagedRow {
  const upc = textOf(raw.upc).replace(/^'/, '');
  const refused = (reason: string): StagedRow => ({
    upc: upc.slice(0, 100),
    gtin: null,
    itemCode: null,
    title: null,
    vendor: null,
    cost: null,
    map: null,
    reason,
  });
  const odd = Object.entries(raw).find(([, value]) => !isCell(value));
  if (odd !== undefined) return refused(`${odd[0]} is neither a text nor a number`);
  const gtin = readGtinCell(upc, 'upc');
  if ('problem' in gtin) return refused(gtin.problem);
  const map = readMoneyCell(textOf(raw.MAP), { column: 'MAP', decimals: 2 });
  if ('problem' in map) return refused(map.problem);
  if (map.value !== null && Number(map.value) === 0) return refused('MAP must be more than 0');
  const cost = readMoneyCell(textOf(raw.cost), { column: 'cost', decimals: 4 });
  if ('problem' in cost) return refused(cost.problem);
  const words = { itemCode: textOf(raw.item_code), title: textOf(raw.product_title), vendor: textOf(raw.vendor) || (vendor ?? '') };
  if (words.itemCode.length > MAX_LENGTHS.itemCode) return refused(`item_code is longer than ${MAX_LENGTHS.itemCode} characters`);
  if (words.title.length > MAX_LENGTHS.title) return refused(`product_title is longer than ${MAX_LENGTHS.title} characters`);
  if (words.vendor.length > MAX_LENGTHS.vendor) return refused(`vendor is longer than ${MAX_LENGTHS.vendor} characters`);
  return {
    upc,
    gtin: gtin.value,
    itemCode: words.itemCode || null,
    title: words.title || null,
    vendor: words.vendor || null,
    cost: cost.value,
    map: map.value,
    reason: null,
  };
}

function isCell(value: unknown): value is string | number | null | undefined {
  return value === null || value === undefined || typeof value === 'string' || typeof value === 'number';
}

function textOf(value: unknown): string {
  return isCell(value) ? cellText(value) : '';
}
