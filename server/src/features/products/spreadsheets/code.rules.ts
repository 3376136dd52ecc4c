import { isLpn, isOrderNumber } from '@stowage/contract/catalog/identifiers';
import type { RowProblem, Value, Values } from '@stowage/contract/spreadsheets/values';

const CODE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Problems of the codes of a listing: a scan must not confuse them with other codes. */
export function codeProblems(values: Values): RowProblem[] {
  const problems: RowProblem[] = [];
  for (const [column, name] of [
    ['seller_sku', 'Seller SKU'],
    ['fnsku', 'FNSKU'],
  ] as const) {
    const code = values[column];
    if (code === undefined) continue;
    const text = String(code);
    if (!CODE.test(text)) problems.push({ column, problem: `${name} "${text}" has characters that a barcode can't hold` });
    if (isLpn(text)) problems.push({ column, problem: `${text} is an LPN of a returned unit, not a product code` });
    if (isOrderNumber(text)) problems.push({ column, problem: `${text} is an order number, not a product code` });
  }
  for (const [column, name] of [
    ['fnsku', 'FNSKU'],
    ['asin', 'ASIN'],
  ] as const) {
    const code = values[column];
    if (code !== undefined && !/^[0-9A-Z]{10}$/i.test(String(code)))
      problems.push({ column, problem: `${name} "${code}" does not have 10 letters and digits` });
  }
  return problems;
}

export const textOf = (value: Value | undefined) => String(value ?? '');
