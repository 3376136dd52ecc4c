import { toGtin14 } from '@stowage/contract/identifiers';
import type { PriceListRow } from '@stowage/contract/price-lists';

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
/** No code and no amount is longer. */
const MAX_CODE_LENGTH = 100;

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
  const gtin = readGtin(upc);
  if ('reason' in gtin) return refused(gtin.reason);
  const map = readMoney(textOf(raw.MAP), { column: 'MAP', decimals: 2 });
  if ('reason' in map) return refused(map.reason);
  if (map.amount !== null && Number(map.amount) === 0) return refused('MAP must be more than 0');
  const cost = readMoney(textOf(raw.cost), { column: 'cost', decimals: 4 });
  if ('reason' in cost) return refused(cost.reason);
  const words = { itemCode: textOf(raw.item_code), title: textOf(raw.product_title), vendor: textOf(raw.vendor) || (vendor ?? '') };
  if (words.itemCode.length > MAX_LENGTHS.itemCode) return refused(`item_code is longer than ${MAX_LENGTHS.itemCode} characters`);
  if (words.title.length > MAX_LENGTHS.title) return refused(`product_title is longer than ${MAX_LENGTHS.title} characters`);
  if (words.vendor.length > MAX_LENGTHS.vendor) return refused(`vendor is longer than ${MAX_LENGTHS.vendor} characters`);
  return {
    upc,
    gtin: gtin.gtin14,
    itemCode: words.itemCode || null,
    title: words.title || null,
    vendor: words.vendor || null,
    cost: cost.amount,
    map: map.amount,
    reason: null,
  };
}

/** A UPC that has lost its leading zero to a spreadsheet gets it back where the check digit proves it. */
function readGtin(upc: string): { gtin14: string } | { reason: string } {
  if (upc.length > MAX_CODE_LENGTH) return { reason: `upc "${upc.slice(0, 50)}" is no UPC, EAN or GTIN with a right check digit` };
  const asPrinted = toGtin14(upc);
  if (asPrinted !== undefined) return { gtin14: asPrinted };
  const digits = upc.replace(/[\s-]/g, '');
  if (digits === '') return { reason: 'upc is missing' };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(digits)) return { reason: `upc "${upc}" was turned into a number by a spreadsheet: keep that column as text` };
  const gtin14 = toGtin14(digits) ?? (digits.length === 11 ? toGtin14(`0${digits}`) : undefined);
  return gtin14 === undefined ? { reason: `upc "${upc.slice(0, 50)}" is no UPC, EAN or GTIN with a right check digit` } : { gtin14 };
}

/** `24.99`, `$1,024.5`, `.99`; more decimals than are kept would be a guess. */
function readMoney(text: string, { column, decimals }: { column: string; decimals: number }): { amount: string | null } | { reason: string } {
  if (text === '') return { amount: null };
  // Most are this plain.
  if (/^\d{1,9}(\.\d\d?)?$/.test(text)) return { amount: text };
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(text);
  const whole = match?.[1]?.replaceAll(',', '').replace(/^0+(?=\d)/, '') ?? '';
  const fraction = match?.[2]?.replace(/0+$/, '') ?? '';
  if (text.length > MAX_CODE_LENGTH || match === null || (match[1] === '' && !match[2]))
    return { reason: `${column} "${text.slice(0, 50)}" is not an amount in dollars` };
  // Whether 12,375 is twelve or twelve thousand depends on who wrote it.
  if (text.includes(',') && !/[.$]/.test(text)) return { reason: `${column} "${text.slice(0, 50)}" has a comma: write it with a point, or without` };
  if (whole.length > 9) return { reason: `${column} "${text.slice(0, 50)}" is too large` };
  if (fraction.length > decimals) return { reason: `${column} "${text.slice(0, 50)}" has more than ${decimals} decimals` };
  return { amount: `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}` };
}

function isCell(value: unknown): boolean {
  return value === null || value === undefined || typeof value === 'string' || typeof value === 'number';
}

function textOf(value: unknown): string {
  if (!isCell(value)) return '';
  // Files hold control characters; tables and labels must not.
  return String(value ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
