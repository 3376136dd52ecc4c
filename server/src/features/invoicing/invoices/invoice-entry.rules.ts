import { centsOf, lineCents } from '@stowage/contract/formats/money';
import { centsText, moneyText } from '@stowage/contract/formats/text/money-text';
import { AppError } from '../../../platform/app-error.ts';

interface EnteredLine {
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

export interface OrderedLine {
  readonly id: number;
  readonly orderId: number;
  readonly poNumber: string;
  readonly vendor: string | null;
  /** Equal for all spellings of the vendor, by `vendor_identity()`. */
  readonly vendorIdentity: string | null;
}

export interface InvoiceHeader {
  readonly number: string;
  readonly vendor: string;
  /** Equal for all spellings of the vendor, by `vendor_identity()`. */
  readonly vendorIdentity: string;
  readonly invoicedOn: string;
  readonly dueOn: string | null;
  readonly freight: string;
  readonly tax: string;
  readonly discount: string;
  readonly total: string;
  readonly notes: string | null;
}

export interface NewInvoiceLine {
  readonly lineId: number;
  readonly orderId: number;
  readonly quantity: number;
  readonly unitCost: string;
}

/** The entered values with their orders. */
export interface CheckedEntry {
  readonly header: InvoiceHeader;
  readonly lines: readonly NewInvoiceLine[];
  readonly orderIds: readonly number[];
}

export type KnownLines = ReadonlyMap<number, OrderedLine>;

/** The values to store. @throws AppError when the totals are inconsistent or there are several vendors */
export function checkEntry(known: KnownLines, entered: Entered, isCorrecting: boolean): CheckedEntry {
  const lines = entered.lines.map(({ purchase_order_line_id: lineId, quantity, unit_cost }, nth) => {
    const line = known.get(lineId);
    if (line === undefined) throw new AppError('not_found', `Line ${nth + 1}: there is no line ${lineId} on a purchase order`, { reason: 'unknown_line' });
    return { lineId, orderId: line.orderId, quantity, unitCost: unit_cost };
  });
  const ofLines = lines.flatMap(({ lineId }) => known.get(lineId) ?? []);
  const vendors = new Map(ofLines.map(({ vendor, vendorIdentity }) => [vendorIdentity, vendor]));
  const [[vendorIdentity, vendor] = []] = vendors;
  if (vendors.size > 1)
    throw new AppError('rule_violated', 'The purchase orders of this invoice have several vendors. Enter one invoice per vendor', {
      reason: 'several_vendors',
    });
  if (vendor == null || vendorIdentity == null) throw new AppError('rule_violated', 'The purchase order names no vendor', { reason: 'no_vendor' });
  refuseNegative(entered, isCorrecting);
  if (entered.submit) refuseWrongTotal(entered);
  const { number, invoiced_on: invoicedOn, due_on, freight, tax, discount, total, notes } = entered;
  if (due_on && due_on < invoicedOn) throw new AppError('invalid_input', 'An invoice is not due before its date');
  return {
    header: { number, vendor, vendorIdentity, invoicedOn, dueOn: due_on ?? null, freight, tax, discount, total, notes: notes || null },
    lines,
    orderIds: [...new Set(lines.map(({ orderId }) => orderId))],
  };
}

function refuseNegative({ lines, freight, tax, discount }: Entered, isCorrecting: boolean): void {
  const unbilled = lines.findIndex(({ quantity }) => quantity === 0);
  if (unbilled !== -1) throw new AppError('invalid_input', `Line ${unbilled + 1} must bill at least one unit`);
  if (centsOf(discount) < 0 && !isCorrecting) throw new AppError('invalid_input', 'A discount is written without a minus');
  const isNegative = lines.some(({ quantity }) => quantity < 0) || centsOf(freight) < 0 || centsOf(tax) < 0;
  if (isNegative && !isCorrecting) {
    throw new AppError('invalid_input', 'Only an invoice that corrects another one can have negative quantities or charges', { reason: 'not_correcting' });
  }
}

/** The stated total must equal the lines. */
function refuseWrongTotal({ lines, freight, tax, discount, total }: Entered): void {
  const goods = lines.reduce((sum, { quantity, unit_cost }) => sum + lineCents(quantity, unit_cost), 0);
  if (centsOf(discount) > Math.max(goods, 0)) {
    throw new AppError('rule_violated', `The discount can’t exceed the lines, which come to ${centsText(goods)}`, { reason: 'discount_too_large' });
  }
  const sum = goods + centsOf(freight) + centsOf(tax) - centsOf(discount);
  if (sum === centsOf(total)) return;
  throw new AppError(
    'rule_violated',
    `Lines, freight and tax${centsOf(discount) === 0 ? '' : ' less the discount'} come to ${centsText(sum)}, the total says ${moneyText(total)}`,
    { reason: 'wrong_total' },
  );
}
