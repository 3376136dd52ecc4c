import { centsOf, lineCents, moneyOf } from '@stowage/contract/formats/money';
import { AppError } from '../../../platform/app-error.ts';
import type { InvoiceHeader, NewInvoiceLine, OrderedLine } from './invoice.repository.ts';

export interface EnteredLine {
  readonly purchase_order_line_id: number;
  readonly quantity: number;
  readonly unit_cost: string;
}

export interface Entered {
  readonly number: string;
  readonly invoiced_on: string;
  readonly due_on?: string | null | undefined;
  readonly freight: string;
  readonly tax: string;
  readonly discount: string;
  readonly total: string;
  readonly notes?: string | null | undefined;
  readonly lines: readonly EnteredLine[];
  readonly submit: boolean;
}

/** The entered values with their orders. */
export interface ReadInvoice {
  readonly header: InvoiceHeader;
  readonly lines: readonly NewInvoiceLine[];
  readonly orderIds: readonly number[];
}

export type KnownLines = ReadonlyMap<number, OrderedLine>;

/** The values to store. @throws AppError when the totals are inconsistent or there are several vendors */
export function readInvoice(known: KnownLines, entered: Entered, isCorrecting: boolean): ReadInvoice {
  const lines = entered.lines.map(({ purchase_order_line_id: lineId, quantity, unit_cost }) => {
    const line = known.get(lineId);
    if (line === undefined) throw new AppError('not_found', 'There is no such line on a purchase order', { reason: 'unknown_line' });
    return { lineId, orderId: line.orderId, quantity, unitCost: unit_cost };
  });
  const ofLines = lines.flatMap(({ lineId }) => known.get(lineId) ?? []);
  const vendors = new Map(ofLines.map(({ vendor, vendorKey }) => [vendorKey, vendor]));
  const [[vendorKey, vendor] = []] = vendors;
  if (vendors.size > 1) throw new AppError('rule_violated', 'One invoice is of one vendor: its orders have several', { reason: 'several_vendors' });
  if (vendor == null || vendorKey == null) throw new AppError('rule_violated', 'The purchase order names no vendor', { reason: 'no_vendor' });
  refuseNegative(entered, isCorrecting);
  if (entered.submit) refuseWrongTotal(entered);
  const { number, invoiced_on: invoicedOn, due_on, freight, tax, discount, total, notes } = entered;
  if (due_on && due_on < invoicedOn) throw new AppError('invalid_input', 'An invoice is not due before its date');
  return {
    header: { number, vendor, vendorKey, invoicedOn, dueOn: due_on ?? null, freight, tax, discount, total, notes: notes || null },
    lines,
    orderIds: [...new Set(lines.map(({ orderId }) => orderId))],
  };
}

function refuseNegative({ lines, freight, tax, discount }: Entered, isCorrecting: boolean): void {
  if (lines.some(({ quantity }) => quantity === 0)) throw new AppError('invalid_input', 'A line bills at least one unit');
  if (centsOf(discount) < 0 && !isCorrecting) throw new AppError('invalid_input', 'A discount is written without a minus');
  const isNegative = lines.some(({ quantity }) => quantity < 0) || centsOf(freight) < 0 || centsOf(tax) < 0;
  if (isNegative && !isCorrecting) {
    throw new AppError('invalid_input', 'Only an invoice that corrects another one takes something back', { reason: 'not_correcting' });
  }
}

/** The stated total must equal the lines. */
function refuseWrongTotal({ lines, freight, tax, discount, total }: Entered): void {
  const goods = lines.reduce((sum, { quantity, unit_cost }) => sum + lineCents(quantity, unit_cost), 0);
  if (centsOf(discount) > Math.max(goods, 0)) {
    throw new AppError('rule_violated', `The lines come to $${moneyOf(goods)}: a discount is not more`, { reason: 'discount_too_large' });
  }
  const sum = goods + centsOf(freight) + centsOf(tax) - centsOf(discount);
  if (sum === centsOf(total)) return;
  throw new AppError(
    'rule_violated',
    `Lines, freight and tax${centsOf(discount) === 0 ? '' : ' less the discount'} come to $${moneyOf(sum)}, the total says $${moneyOf(centsOf(total))}`,
    { reason: 'wrong_total' },
  );
}
