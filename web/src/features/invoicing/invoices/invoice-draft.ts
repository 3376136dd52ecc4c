import {
  AMOUNT_PATTERN,
  AMOUNT_TOO_LARGE,
  centsOf,
  isLineAmount,
  lineCents,
  moneyOf,
  UNIT_COST_PATTERN,
  withoutThousandsSeparators,
} from '@stowage/contract/formats/money';
import type { EnteredInvoice } from '@stowage/contract/invoicing/invoice-entry';
import type { PoMoneyLine } from '@stowage/contract/invoicing/purchase-money';
import type { InvoiceDetail, InvoiceLine } from '@stowage/contract/invoicing/vendor-invoices';

/** A line of one of the invoice's orders, which the invoice may bill. */
export interface DraftLine {
  /** Unique in the draft, because an invoice can bill a line twice. */
  readonly key: string;
  readonly lineId: number;
  readonly poNumber: string;
  readonly supplierSku: string;
  readonly productName: string;
  readonly ordered: number;
  readonly usable: number;
  /** The units that other invoices bill; on a correcting invoice, those of the corrected one. */
  readonly billed: number;
  /** The cost on the corrected invoice. */
  readonly billedCost?: string;
  readonly poCost: string | null;
  /** As typed; empty when the line is not billed. */
  readonly quantity: string;
  readonly unitCost: string;
}

export interface InvoiceDraft {
  readonly number: string;
  readonly invoicedOn: string;
  readonly dueOn: string;
  readonly freight: string;
  readonly tax: string;
  readonly discount: string;
  readonly total: string;
  readonly notes: string;
  readonly vendor: string | null;
  readonly lines: readonly DraftLine[];
}

export const EMPTY_DRAFT: InvoiceDraft = {
  number: '',
  invoicedOn: '',
  dueOn: '',
  freight: '',
  tax: '',
  discount: '',
  total: '',
  notes: '',
  vendor: null,
  lines: [],
};

/** Adds the lines of an order; lines that are already in the draft stay unchanged. */
export function withOrder(draft: InvoiceDraft, order: { po_number: string; vendor: string | null; lines: readonly PoMoneyLine[] }): InvoiceDraft {
  const known = new Set(draft.lines.map(({ lineId }) => lineId));
  const added = order.lines
    .filter(({ id }) => !known.has(id))
    .map(({ id, supplier_sku, product_name, ordered, usable, billed, unit_cost }) => ({
      ...{ key: keyOf(id, 0), lineId: id, poNumber: order.po_number, supplierSku: supplier_sku, productName: product_name, ordered, usable, billed },
      ...{ poCost: unit_cost, quantity: '', unitCost: unit_cost === null ? '' : plainCost(unit_cost) },
    }));
  return { ...draft, vendor: draft.vendor ?? order.vendor, lines: [...draft.lines, ...added] };
}

/** The draft of a stored invoice. */
export function draftOf(invoice: InvoiceDetail): InvoiceDraft {
  const plain = (amount: string) => (amount === '0.00' ? '' : amount);
  return {
    ...{ number: invoice.number, invoicedOn: invoice.invoiced_on, dueOn: invoice.due_on ?? '', vendor: invoice.vendor, notes: invoice.notes ?? '' },
    ...{ freight: plain(invoice.freight), tax: plain(invoice.tax), discount: plain(invoice.discount), total: invoice.total },
    lines: invoice.lines.map((line, at) => ({
      ...{ key: keyOf(line.purchase_order_line_id, invoice.lines.slice(0, at).filter(isSameLine(line)).length) },
      ...{ lineId: line.purchase_order_line_id, poNumber: line.po_number, supplierSku: line.supplier_sku, productName: line.product_name },
      ...{ ordered: line.ordered, usable: line.usable, billed: billedByOthers(invoice, line), poCost: line.po_cost },
      ...{ quantity: String(line.quantity), unitCost: plainCost(line.unit_cost) },
    })),
  };
}

/** An empty correction of a paid invoice, with its lines. */
export function correctionOf(paid: InvoiceDetail): InvoiceDraft {
  const { lines, vendor } = draftOf(paid);
  const corrected = lines.map((line, at) => ({ ...line, quantity: '', billed: paid.lines[at]?.quantity ?? 0, billedCost: line.unitCost }));
  return { ...EMPTY_DRAFT, vendor, lines: corrected };
}

/** @param nth the index among the invoice's rows for this line */
function keyOf(lineId: number, nth: number): string {
  return `${lineId}.${nth}`;
}

function isSameLine({ purchase_order_line_id: lineId }: InvoiceLine) {
  return (other: InvoiceLine) => other.purchase_order_line_id === lineId;
}

function billedByOthers({ state, lines }: InvoiceDetail, line: InvoiceLine): number {
  // The billed units leave out drafts.
  const own = state === 'DRAFT' ? 0 : lines.filter(isSameLine(line)).reduce((sum, { quantity }) => sum + quantity, 0);
  return line.billed - own;
}

const TYPED = ['number', 'invoicedOn', 'dueOn', 'freight', 'tax', 'discount', 'total', 'notes'] as const;

/**
 * Applies the typed values to an invoice that somebody else changed.
 * @param initial the invoice when the person started to type
 * @param fresh the invoice now
 */
export function mergeDraft(draft: InvoiceDraft, initial: InvoiceDraft, fresh: InvoiceDraft): InvoiceDraft {
  const fields = Object.fromEntries(TYPED.filter((field) => draft[field] !== initial[field]).map((field) => [field, draft[field]]));
  const before = new Map(initial.lines.map((line) => [line.key, line]));
  const typed = new Map(
    draft.lines
      .filter(({ key, quantity, unitCost }) => before.get(key)?.quantity !== quantity || before.get(key)?.unitCost !== unitCost)
      .map((line) => [line.key, line]),
  );
  const merged = fresh.lines.map((line) => ({ ...line, ...pickTyped(typed.get(line.key)) }));
  const known = new Set(fresh.lines.map(({ key }) => key));
  return { ...fresh, ...fields, lines: [...merged, ...[...typed.values()].filter(({ key }) => !known.has(key))] };
}

/** Whether the draft has typed values; adding an order alone doesn't count. */
export function hasTyped(draft: InvoiceDraft, initial: InvoiceDraft): boolean {
  const before = new Map(initial.lines.map((line) => [line.key, line]));
  const isTyped = ({ key, quantity, unitCost, poCost }: DraftLine) => {
    const was = before.get(key) ?? { quantity: '', unitCost: poCost === null ? '' : plainCost(poCost) };
    return quantity !== was.quantity || unitCost !== was.unitCost;
  };
  return TYPED.some((field) => draft[field] !== initial[field]) || draft.lines.some(isTyped);
}

function pickTyped(line: DraftLine | undefined): Partial<DraftLine> {
  return line === undefined ? {} : { quantity: line.quantity, unitCost: line.unitCost };
}

/** Bills the received units of each line that were not billed before. */
export function billReceived(draft: InvoiceDraft): InvoiceDraft {
  const isFirst = (line: DraftLine) => draft.lines.find(({ lineId }) => lineId === line.lineId) === line;
  const toBill = (line: DraftLine) => (isFirst(line) ? line.usable - line.billed : 0);
  return { ...draft, lines: draft.lines.map((line) => ({ ...line, quantity: toBill(line) > 0 ? String(toBill(line)) : '' })) };
}

const QUANTITY = /^-?\d{1,7}$/;

function isValid(quantity: string, unitCost: string): boolean {
  return QUANTITY.test(quantity) && UNIT_COST_PATTERN.test(unitCost);
}

/** The amount of a line; undefined when it is not billed or not valid. */
export function amountOf({ quantity, unitCost }: Pick<DraftLine, 'quantity' | 'unitCost'>): string | undefined {
  const [count, cost] = [quantity.trim(), withoutThousandsSeparators(unitCost)];
  return isValid(count, cost) && isLineAmount(Number(count), cost) ? moneyOf(lineCents(Number(count), cost)) : undefined;
}

/** The sum of lines, freight and tax, less the discount. */
export function sumOf({ lines, freight, tax, discount }: InvoiceDraft): string {
  const goods = lines.reduce((sum, line) => sum + centsOf(amountOf(line) ?? '0'), 0);
  const charge = (text: string) => (AMOUNT_PATTERN.test(withoutThousandsSeparators(text)) ? centsOf(withoutThousandsSeparators(text)) : 0);
  return moneyOf(goods + charge(freight) + charge(tax) - charge(discount));
}

/** Whether the typed total equals that sum; undefined without a total. */
export function isTotalRight(draft: InvoiceDraft): boolean | undefined {
  const total = withoutThousandsSeparators(draft.total);
  if (total === '') return undefined;
  return AMOUNT_PATTERN.test(total) && centsOf(total) === centsOf(sumOf(draft));
}

/** The first problem of the draft. */
export function problemOf(draft: InvoiceDraft): string | undefined {
  const billed = draft.lines.filter(({ quantity }) => quantity.trim() !== '');
  if (draft.number.trim() === '') return 'Invoice number is missing';
  if (draft.invoicedOn === '') return 'Invoice date is missing';
  if (billed.length === 0) return 'Enter the billed quantity of at least one line';
  const wrong = billed.find((line) => amountOf(line) === undefined);
  if (wrong !== undefined && isValid(wrong.quantity.trim(), withoutThousandsSeparators(wrong.unitCost))) return `${wrong.supplierSku} ${AMOUNT_TOO_LARGE}`;
  if (wrong !== undefined) return `${wrong.supplierSku}: enter a whole number and a cost with at most four decimals`;
  for (const [name, text] of [
    ['Freight', draft.freight],
    ['Tax', draft.tax],
    ['Discount', draft.discount],
    ['Total', draft.total],
  ] as const) {
    if (text.trim() !== '' && !AMOUNT_PATTERN.test(withoutThousandsSeparators(text))) return `${name} must be an amount in dollars and cents`;
  }
  return draft.total.trim() === '' ? 'Total is missing' : undefined;
}

export function toEntered(draft: InvoiceDraft, submit: boolean): EnteredInvoice {
  const { number, invoicedOn, dueOn, freight, tax, discount, total, notes, lines } = draft;
  return {
    ...{
      number,
      invoiced_on: invoicedOn,
      due_on: dueOn || null,
      freight: withoutThousandsSeparators(freight) || '0',
      tax: withoutThousandsSeparators(tax) || '0',
      discount: withoutThousandsSeparators(discount) || '0',
      total: withoutThousandsSeparators(total),
      notes: notes || null,
      submit,
    },
    lines: lines
      .filter(({ quantity }) => quantity.trim() !== '')
      .map(({ lineId, quantity, unitCost }) => ({
        purchase_order_line_id: lineId,
        quantity: Number(quantity),
        unit_cost: withoutThousandsSeparators(unitCost),
      })),
  };
}

/** `2.5000` is `2.50`. */
function plainCost(cost: string): string {
  return cost.replace(/(\.\d\d\d*?)0+$/, '$1');
}
