import {
  cellsOf,
  cellText,
  codeCell,
  findColumns,
  hasAmbiguousPoints,
  readCountCell,
  readDayCell,
  readGtinCell,
  readMoneyCell,
  unmarkedText,
  writesDayFirst,
} from '../formats/file-cells.ts';
import { formulaProblem, roundedProblem, scientificProblem } from '../formats/formula-cells.ts';
import { startOf } from '../storable-text.ts';

/** The columns of a purchase order file. Headers are matched by label, field name or alias. */
export const PO_COLUMNS = [
  {
    field: 'po_number',
    label: 'PO Number',
    isRequired: true,
    aliases: ['po', 'po no', 'po num', 'po id', 'purchase order', 'purchase order number', 'order number'],
  },
  { field: 'vendor', label: 'Vendor', isRequired: false, aliases: ['supplier', 'vendor name', 'supplier name'] },
  { field: 'gtin', label: 'GTIN/UPC', isRequired: true, aliases: ['gtin', 'upc', 'ean', 'barcode', 'upc code', 'upc/ean', 'gtin14', 'upc gtin'] },
  {
    field: 'supplier_sku',
    label: 'Supplier SKU',
    isRequired: true,
    aliases: ['sku', 'vendor sku', 'supplier item', 'item code', 'item number', 'part number', 'style'],
  },
  {
    field: 'product_name',
    label: 'Product Name',
    isRequired: true,
    aliases: ['product', 'name', 'title', 'product title', 'item name', 'description', 'item description'],
  },
  {
    field: 'ordered',
    label: 'Qty Ordered',
    isRequired: true,
    isCount: true,
    aliases: ['qty', 'quantity', 'ordered', 'order qty', 'ordered qty', 'quantity ordered', 'units'],
  },
  { field: 'unit_cost', label: 'Unit Cost', isRequired: false, aliases: ['cost', 'price', 'unit price', 'cost per unit'] },
  { field: 'expected_on', label: 'Expected Date', isRequired: false, aliases: ['expected', 'eta', 'due date', 'delivery date', 'expected on'] },
] as const;
export type PoField = (typeof PO_COLUMNS)[number]['field'];

export const PO_MAX_ROWS = 500_000;
const PO_MAX_QUANTITY = 1_000_000;

export type PoFileRow = Readonly<Partial<Record<PoField, string | number | null>>>;

/** A row after parsing. */
export interface ParsedPoRow {
  readonly poNumber: string;
  readonly vendor: string | null;
  readonly gtin: string | null;
  readonly supplierSku: string;
  readonly productName: string;
  readonly ordered: number | null;
  /** Decimal text, US dollars; null when unknown. */
  readonly unitCost: string | null;
  /** A plain date: `2026-11-30`. */
  readonly expectedOn: string | null;
  /** Why the row is rejected; empty for a valid row. */
  readonly errors: readonly PoProblem[];
}

export interface PoProblem {
  readonly field: PoField;
  readonly message: string;
}

const MAX_LENGTHS = { po_number: 64, vendor: 200, supplier_sku: 100, product_name: 500 } as const;

export function findPoColumns(headers: readonly string[]): Partial<Record<PoField, string>> {
  return findColumns<PoField>(PO_COLUMNS, headers);
}

/** Whether 05/12/2026 is May 12 in the whole file: not when a cost has a decimal comma, or a date its day first. @param columns the names of the columns in the rows */
export function areMonthFirst(
  rows: Iterable<Readonly<Record<string, unknown>>>,
  { unit_cost, expected_on }: { readonly unit_cost?: string | undefined; readonly expected_on?: string | undefined } = OWN_NAMES,
): boolean {
  const named = (column: string | undefined) => (column === undefined ? [] : [column]);
  return !writesDayFirst(rows, { amounts: named(unit_cost), days: named(expected_on) });
}

/** Facts about all rows of an upload together, which decide how its costs and dates are read. */
export interface PoFormat {
  /** What `areMonthFirst` says of the rows. */
  readonly isMonthFirst: boolean;
  /** What `hasAmbiguousPoints` says of the costs. */
  readonly arePointsAmbiguous: boolean;
}

export function poFormatOf(rows: readonly PoFileRow[]): PoFormat {
  return { isMonthFirst: areMonthFirst(rows), arePointsAmbiguous: hasAmbiguousPoints(cellsOf(rows, ['unit_cost'])) };
}

const OWN_NAMES = { unit_cost: 'unit_cost', expected_on: 'expected_on' };

/** Parses one row, in the browser and on the server alike, and reports all of its errors at once. */
export function readPoRow(raw: PoFileRow, { isMonthFirst, arePointsAmbiguous }: PoFormat): ParsedPoRow {
  const errors: PoProblem[] = [];
  const text = (field: keyof typeof MAX_LENGTHS, label: string): string => {
    const isCode = field === 'po_number' || field === 'supplier_sku';
    const value = isCode ? codeCell(raw[field]) : unmarkedText(raw[field]);
    if (value === '' && field !== 'vendor') errors.push({ field, message: `${label} is missing` });
    const lost = formulaProblem(cellText(raw[field])) ?? (isCode ? (roundedProblem(raw[field], label) ?? scientificProblem(value, label)) : undefined);
    if (lost !== undefined) errors.push({ field, message: lost });
    if (value.length > MAX_LENGTHS[field]) errors.push({ field, message: `${label} is longer than ${MAX_LENGTHS[field]} characters` });
    return startOf(value, MAX_LENGTHS[field]);
  };
  const read = <T>(field: PoField, cell: { readonly value: T } | { readonly problem: string }): T | null => {
    if ('value' in cell) return cell.value;
    errors.push({ field, message: cell.problem });
    return null;
  };
  return {
    poNumber: text('po_number', 'PO Number'),
    vendor: text('vendor', 'Vendor') || null,
    gtin: read('gtin', readGtinCell(unmarkedText(raw.gtin), 'GTIN/UPC')),
    supplierSku: text('supplier_sku', 'Supplier SKU'),
    productName: text('product_name', 'Product Name'),
    ordered: read('ordered', readCountCell(unmarkedText(raw.ordered), { column: 'Qty Ordered', max: PO_MAX_QUANTITY })),
    unitCost: read(
      'unit_cost',
      readMoneyCell(unmarkedText(raw.unit_cost), { column: 'Unit Cost', decimals: 4, arePointsAmbiguous: arePointsAmbiguous || !isMonthFirst }),
    ),
    expectedOn: read('expected_on', readDayCell(unmarkedText(raw.expected_on), 'Expected Date', isMonthFirst)),
    errors,
  };
}
