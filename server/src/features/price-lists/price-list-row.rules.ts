import { cellsOf, cellText, codeText, hasAmbiguousPoints, readGtinCell, readMoneyCell, unmarkedText } from '@stowage/contract/formats/file-cells';
import { formulaProblem, roundedProblem, scientificProblem } from '@stowage/contract/formats/formula-cells';
import { PRICE_LIST_AMOUNTS, type PriceListRow } from '@stowage/contract/price-lists/price-list-row';
import { startOf } from '@stowage/contract/storable-text';

/** A staged row: the values of an item, or the reason of its rejection. An empty cell is null and keeps the current value. */
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

const MAX_LENGTHS = { item_code: 100, product_title: 500, vendor: 200 } as const;
const EMPTY = { gtin: null, itemCode: null, title: null, vendor: null, cost: null, map: null };

/**
 * @param vendor the vendor of the file, for rows without one
 * @param arePointsAmbiguous whether 1.250 can be twelve hundred and fifty in the whole file; the rows decide when it is absent
 */
export function readPriceListRows(rows: readonly PriceListRow[], vendor: string | null, arePointsAmbiguous = areAmbiguousIn(rows)): StagedRow[] {
  return rows.map((row) => readRow(row, vendor, arePointsAmbiguous));
}

/** Whether 1.250 can be twelve hundred and fifty in these rows. */
export function areAmbiguousIn(rows: readonly PriceListRow[]): boolean {
  return hasAmbiguousPoints(cellsOf(rows, PRICE_LIST_AMOUNTS));
}

function readRow(raw: PriceListRow, vendor: string | null, arePointsAmbiguous: boolean): StagedRow {
  const upc = textOf(raw.upc);
  const refused = (reason: string): StagedRow => ({ ...EMPTY, upc: startOf(upc, 100), reason });
  const invalid = Object.entries(raw).find(([, value]) => !isCell(value));
  if (invalid !== undefined) return refused(`${invalid[0]} is neither a text nor a number`);
  const gtin = readGtinCell(upc, 'upc');
  if ('problem' in gtin) return refused(gtin.problem);
  const map = readMoneyCell(textOf(raw.MAP), { column: 'MAP', decimals: 2, arePointsAmbiguous });
  if ('problem' in map) return refused(map.problem);
  if (map.value !== null && Number(map.value) === 0) return refused('MAP must be more than 0');
  const cost = readMoneyCell(textOf(raw.cost), { column: 'cost', decimals: 4, arePointsAmbiguous });
  if ('problem' in cost) return refused(cost.problem);
  const texts = {
    item_code: codeText(textOf(raw.item_code)),
    product_title: textOf(raw.product_title),
    vendor: textOf(raw.vendor) || (vendor ?? ''),
  };
  const lost = roundedProblem(raw.item_code, 'item_code') ?? scientificProblem(texts.item_code, 'item_code');
  if (lost !== undefined) return refused(lost);
  for (const column of ['item_code', 'product_title', 'vendor'] as const) {
    const problem = formulaProblem(isCell(raw[column]) ? cellText(raw[column]) : '');
    if (problem !== undefined) return refused(`${column}: ${problem}`);
    if (texts[column].length > MAX_LENGTHS[column]) return refused(`${column} is longer than ${MAX_LENGTHS[column]} characters`);
  }
  return {
    upc,
    gtin: gtin.value,
    itemCode: texts.item_code || null,
    title: texts.product_title || null,
    vendor: texts.vendor || null,
    cost: cost.value,
    map: map.value,
    reason: null,
  };
}

function isCell(value: unknown): value is string | number | null | undefined {
  return value === null || value === undefined || typeof value === 'string' || typeof value === 'number';
}

function textOf(value: unknown): string {
  return isCell(value) ? unmarkedText(value) : '';
}
