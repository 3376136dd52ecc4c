import {
  cellsOf,
  codeText,
  hasAmbiguousPoints,
  readCountCell,
  readDayCell,
  readMoneyCell,
  unmarkedText,
  writesDayFirst,
} from '@stowage/contract/formats/file-cells';
import { formulaProblem, scientificProblem } from '@stowage/contract/formats/formula-cells';
import { AMOUNT_TOO_LARGE, centsOf, isAmount, isLineAmount, lineCents, moneyOf } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { ONLY_DOLLARS } from '@stowage/contract/invoicing/invoice-entry';
import type { CheckedInvoiceRow, InvoiceFileField, InvoiceFileRow } from '@stowage/contract/invoicing/invoice-import';
import { INVOICE_MAX_LINES } from '@stowage/contract/invoicing/vendor-invoices';
import { poName } from '@stowage/contract/purchasing/po-name';
import type { InvoiceHeader, NewInvoiceLine } from '../invoices/invoice-entry.rules.ts';

export interface KnownLine {
  readonly id: number;
  readonly vendor: string | null;
  /** Equal for all spellings of the vendor, by `vendor_identity()`. */
  readonly vendorIdentity: string | null;
  readonly productName: string;
}

export interface FileInvoice extends Omit<InvoiceHeader, 'vendorIdentity' | 'notes'> {
  /** The row of the file where it starts. */
  readonly row: number;
  readonly lines: readonly Pick<NewInvoiceLine, 'lineId' | 'quantity' | 'unitCost'>[];
}

export interface ParsedFile {
  readonly rows: readonly CheckedInvoiceRow[];
  readonly invoices: readonly FileInvoice[];
}

const MAX_QUANTITY = 1_000_000;
const HEADER_NAMES = { invoiced_on: 'Invoice Date', due_on: 'Due Date', freight: 'Freight', tax: 'Tax', discount: 'Discount', total: 'Total' } as const;
const AMOUNTS = ['unit_cost', 'freight', 'tax', 'discount', 'total'] as const;
/** The accepted spellings of the one currency. */
const DOLLARS: readonly string[] = ['', 'USD', 'US$', '$'];
type HeaderField = keyof typeof HEADER_NAMES;

interface ReadRow {
  readonly row: number;
  readonly cells: InvoiceFileRow;
  readonly line: KnownLine | undefined;
  readonly quantity: number | undefined;
  readonly unitCost: string | undefined;
  readonly problems: string[];
}

/** What all rows of a file together say of how its days and amounts are read. */
interface FileFormat {
  readonly isDayFirst: boolean;
  readonly arePointsAmbiguous: boolean;
}

/** The known lines and vendors of a file. */
interface Known {
  /** The line of a PO number and a supplier SKU. */
  readonly lineOf: (poNumber: string, sku: string) => KnownLine | undefined;
  /** A vendor in any spelling. */
  readonly identityOf: (vendor: string) => string | undefined;
}

/**
 * Reads an invoice file with a row per line. Fields of the whole invoice (date, freight, tax, total) may be in one or all of its
 * rows, but not with different values.
 */
export function parseInvoiceFile(file: readonly InvoiceFileRow[], known: Known): ParsedFile {
  const isDayFirst = writesDayFirst<InvoiceFileField>(file, { amounts: AMOUNTS, days: ['invoiced_on', 'due_on'] });
  const format = { isDayFirst, arePointsAmbiguous: isDayFirst || hasAmbiguousPoints(cellsOf<InvoiceFileField>(file, AMOUNTS)) };
  const rows = file.map((cells, nth) => readRow(cells, nth + 1, known, format));
  const byInvoice = groupByInvoice(rows, known);
  const invoices = [...byInvoice.values()].map((ofOne) => parseFileInvoice(ofOne, format));
  return { rows: rows.map(toChecked), invoices: invoices.filter((invoice) => invoice !== undefined) };
}

/** Groups rows by vendor and number. A row with an unknown SKU has its own vendor, else the vendor of another row with its number, its order's first. */
function groupByInvoice(rows: readonly ReadRow[], { identityOf }: Known): Map<string, ReadRow[]> {
  const vendors = new Map<string, string>();
  for (const { line, cells } of rows) {
    if (!line?.vendorIdentity) continue;
    for (const name of [cells.number, `${cells.number}\n${cells.po_number}`]) if (!vendors.has(name)) vendors.set(name, line.vendorIdentity);
  }
  const vendorOf = ({ line, cells: { number, po_number, vendor } }: ReadRow): string =>
    line?.vendorIdentity || vendors.get(`${number}\n${po_number}`) || (vendor !== '' && identityOf(vendor)) || vendors.get(number) || '';
  const byInvoice = new Map<string, ReadRow[]>();
  for (const row of rows) {
    // Different invoices have the same number in scientific notation.
    if (lostCode(row.cells.number, '') !== undefined) continue;
    const key = `${vendorOf(row)}\n${row.cells.number}`;
    const others = byInvoice.get(key);
    if (others === undefined) byInvoice.set(key, [row]);
    else others.push(row);
  }
  return byInvoice;
}

/** Why a code can't be the one of the invoice. */
function lostCode(code: string, label: string): string | undefined {
  const problem = formulaProblem(code);
  return problem === undefined ? scientificProblem(code, label) : `${label}: ${problem}`;
}

/** The cells without what spreadsheets and copied text add, as orders and lines are found by them. */
export function plainCells(raw: InvoiceFileRow): InvoiceFileRow {
  const cells = Object.fromEntries(Object.entries(raw).map(([field, value]) => [field, unmarkedText(value)])) as InvoiceFileRow;
  for (const code of ['number', 'po_number', 'supplier_sku'] as const) cells[code] = codeText(cells[code]);
  return cells;
}

function readRow(raw: InvoiceFileRow, row: number, { lineOf, identityOf }: Known, { arePointsAmbiguous }: FileFormat): ReadRow {
  const cells = plainCells(raw);
  const problems: string[] = [];
  const take = <T>(read: { value: T } | { problem: string }): T | undefined => {
    if ('value' in read) return read.value;
    problems.push(read.problem);
    return undefined;
  };
  for (const [field, label] of [
    ['number', 'Invoice Number'],
    ['po_number', 'PO Number'],
    ['supplier_sku', 'Supplier SKU'],
  ] as const) {
    const problem = cells[field] === '' ? `${label} is missing` : lostCode(cells[field], label);
    if (problem !== undefined) problems.push(problem);
  }
  if (cells.number.length > 64) problems.push('Invoice Number is too long');
  const line = lineOf(cells.po_number, cells.supplier_sku);
  const isNamed = [cells.po_number, cells.supplier_sku].every((code) => code !== '' && lostCode(code, '') === undefined);
  if (line === undefined && isNamed) problems.push(`Supplier SKU "${cells.supplier_sku}" is on no line of ${poName(cells.po_number)}`);
  if (line !== undefined && line.vendor === null) problems.push(`${poName(cells.po_number)} names no vendor`);
  if (line?.vendor && cells.vendor !== '' && identityOf(cells.vendor) !== line.vendorIdentity) {
    problems.push(`Vendor "${cells.vendor}": ${poName(cells.po_number)} is of ${line.vendor}`);
  }
  if (!DOLLARS.includes(cells.currency.toUpperCase())) problems.push(`Currency "${cells.currency}": ${ONLY_DOLLARS}`);
  const quantity = take(readCountCell(cells.quantity, { column: 'Qty', max: MAX_QUANTITY }));
  const unitCost = take(readMoneyCell(cells.unit_cost, { column: 'Unit Cost', decimals: 4, arePointsAmbiguous }));
  if (unitCost === null) problems.push('Unit Cost is missing');
  const isTooLarge = quantity !== undefined && typeof unitCost === 'string' && !isLineAmount(quantity, unitCost);
  if (isTooLarge) problems.push(`Qty × Unit Cost ${AMOUNT_TOO_LARGE}`);
  return { row, cells, line, quantity, unitCost: isTooLarge ? undefined : (unitCost ?? undefined), problems };
}

/** Builds one invoice from its rows. Errors of the whole invoice are reported in its first row, those of a cell in the cell's row. */
function parseFileInvoice(rows: readonly ReadRow[], { isDayFirst, arePointsAmbiguous }: FileFormat): FileInvoice | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const { problems } = first;
  /** The parsed values for the whole invoice: `2026-11-18` and `11/18/2026` are equal. */
  const said = <T>(field: HeaderField, readCell: (text: string) => { value: T } | { problem: string }): T | undefined => {
    const texts = [...new Set(rows.map(({ cells }) => cells[field]).filter((text) => text !== ''))];
    const readable = texts.flatMap((text) => {
      const read = readCell(text);
      if ('value' in read) return [read.value];
      rows.find(({ cells }) => cells[field] === text)?.problems.push(read.problem);
      return [];
    });
    const values = [...new Set(readable)];
    if (values.length > 1) problems.push(`${HEADER_NAMES[field]} of invoice ${first.cells.number} differs between its rows: ${texts.slice(0, 3).join(', ')}`);
    return values[0];
  };
  if (rows.length > INVOICE_MAX_LINES) problems.push(`Invoice ${first.cells.number} has more than ${numberText(INVOICE_MAX_LINES)} lines`);
  const day = (field: HeaderField) => said(field, (text) => readDayCell(text, HEADER_NAMES[field], !isDayFirst));
  const amount = (field: HeaderField) =>
    said(field, (text) => {
      const read = readMoneyCell(text, { column: HEADER_NAMES[field], decimals: 2, arePointsAmbiguous });
      return 'value' in read ? { value: moneyOf(centsOf(read.value ?? '0')) } : read;
    });
  const invoicedOn = day('invoiced_on');
  if (rows.every(({ cells }) => cells.invoiced_on === '')) problems.push('Invoice Date is missing');
  const dueOn = day('due_on') ?? null;
  const [freight, tax, discount, total] = [amount('freight'), amount('tax'), amount('discount'), amount('total')];
  if (invoicedOn && dueOn && dueOn < invoicedOn) problems.push('Due Date is before Invoice Date');
  const lines = rows.flatMap(({ line, quantity, unitCost }) =>
    line === undefined || quantity === undefined || unitCost === undefined ? [] : [{ lineId: line.id, quantity, unitCost }],
  );
  const goods = lines.reduce((sum, { quantity, unitCost }) => sum + lineCents(quantity, unitCost), 0);
  if (!isAmount(goods + centsOf(freight ?? '0') + centsOf(tax ?? '0'))) problems.push(`Invoice ${first.cells.number} ${AMOUNT_TOO_LARGE}`);
  if (centsOf(discount ?? '0') > goods && lines.length === rows.length) problems.push(`Discount ${moneyText(discount)} is more than the lines come to`);
  const sum = moneyOf(goods + centsOf(freight ?? '0') + centsOf(tax ?? '0') - centsOf(discount ?? '0'));
  if (total && lines.length === rows.length && total !== sum) {
    problems.push(
      `Total ${moneyText(total)} differs from the ${moneyText(sum)} that lines, freight and tax${discount === undefined ? '' : ' less the discount'} come to`,
    );
  }
  if (rows.some((row) => row.problems.length > 0) || !invoicedOn) return undefined;
  const { number } = first.cells;
  return {
    number,
    vendor: first.line?.vendor ?? '',
    row: first.row,
    invoicedOn,
    dueOn,
    freight: freight ?? '0.00',
    tax: tax ?? '0.00',
    discount: discount ?? '0.00',
    total: sum,
    lines,
  };
}

function toChecked({ row, cells, line, quantity, unitCost, problems }: ReadRow): CheckedInvoiceRow {
  const amount = quantity === undefined || unitCost === undefined ? null : moneyOf(lineCents(quantity, unitCost));
  const { number, po_number, supplier_sku } = cells;
  return {
    row,
    number,
    po_number,
    supplier_sku,
    product_name: line?.productName ?? null,
    quantity: quantity ?? null,
    unit_cost: unitCost ?? null,
    amount,
    problems,
  };
}
