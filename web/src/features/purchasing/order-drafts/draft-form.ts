import { isLineAmount, lineCents, moneyOf, UNIT_COST_PATTERN, withoutThousandsSeparators } from '@stowage/contract/formats/money';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { DraftContent, DraftDetail, OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { UNITS_MAX } from '@stowage/contract/purchasing/purchase-order-lines';

/** A line as it is typed. */
export interface FormLine extends OrderableLine {
  readonly quantity: string;
  readonly cost: string;
}

/** A purchase order as it is typed. */
export interface DraftForm {
  readonly poNumber: string;
  readonly vendor: string;
  readonly expectedOn: string;
  readonly notes: string;
  readonly lines: readonly FormLine[];
}

export const EMPTY_FORM: DraftForm = { poNumber: '', vendor: '', expectedOn: '', notes: '', lines: [] };

const QUANTITY = /^\d{1,7}$/;

export function formOf({ po_number, vendor, expected_date, notes, items }: DraftDetail): DraftForm {
  const lines = items.map(({ ordered, ...line }) => ({ ...line, quantity: String(ordered), cost: line.unit_cost ?? '' }));
  return { poNumber: po_number, vendor, expectedOn: expected_date ?? '', notes: notes ?? '', lines };
}

/** The lines by product. A copied order may have several lines of one product. */
export function byKey(lines: readonly FormLine[]): Map<string, FormLine> {
  const counts = new Map<number, number>();
  return new Map(
    lines.map((line) => {
      const nth = (counts.get(line.product_id) ?? 0) + 1;
      counts.set(line.product_id, nth);
      return [`${line.product_id} ${nth}`, line];
    }),
  );
}

/** Adds a product, or a case more of one that is there. */
export function withProduct(form: DraftForm, product: OrderableLine): DraftForm {
  const step = product.case_pack ?? 1;
  const present = form.lines.findIndex(({ product_id }) => product_id === product.product_id);
  if (present !== -1) {
    const more = (line: FormLine) => ({ ...line, quantity: String((QUANTITY.test(line.quantity) ? Number(line.quantity) : 0) + step) });
    return { ...form, lines: form.lines.map((line, nth) => (nth === present ? more(line) : line)) };
  }
  const quantity = Math.ceil(Math.max(product.minimum_quantity ?? 1, step) / step) * step;
  return { ...form, lines: [...form.lines, { ...product, quantity: String(quantity), cost: product.unit_cost ?? '' }] };
}

/** The amount of a line; undefined without a valid quantity and cost. */
export function amountOf({ quantity, cost }: Pick<FormLine, 'quantity' | 'cost'>): string | undefined {
  const plain = withoutThousandsSeparators(cost);
  const isValid = QUANTITY.test(quantity) && UNIT_COST_PATTERN.test(plain) && isLineAmount(Number(quantity), plain);
  return isValid ? moneyOf(lineCents(Number(quantity), plain)) : undefined;
}

/** The units of an order, and the sum of its lines with a cost. */
export function totalsOf({ lines }: DraftForm): { units: number; amount: string } {
  const units = lines.reduce((sum, { quantity }) => sum + (QUANTITY.test(quantity) ? Number(quantity) : 0), 0);
  const cents = lines.reduce(
    (sum, line) => sum + (amountOf(line) === undefined ? 0 : lineCents(Number(line.quantity), withoutThousandsSeparators(line.cost))),
    0,
  );
  return { units, amount: moneyOf(cents) };
}

/** Why a quantity is unusual for its vendor; it is not refused. */
export function quantityHint({ quantity, case_pack: pack, minimum_quantity: least }: FormLine): string | undefined {
  if (!QUANTITY.test(quantity)) return undefined;
  const units = Number(quantity);
  if (least !== null && units < least) return `At least ${numberText(least)}`;
  if (pack === null || pack === 1) return undefined;
  const cases = units / pack;
  if (!Number.isInteger(cases)) return `Not whole cases of ${numberText(pack)}`;
  return `${counted(cases, 'case')} of ${numberText(pack)}`;
}

/** The first problem of the order. */
export function problemOf({ vendor, lines }: DraftForm): string | undefined {
  if (vendor.trim() === '') return 'Vendor is missing';
  for (const { supplier_sku: sku, product_name: name, quantity, cost } of lines) {
    if (sku.trim() === '') return `${name}: the supplier SKU is missing`;
    if (!QUANTITY.test(quantity) || Number(quantity) < 1 || Number(quantity) > UNITS_MAX) return `${sku}: enter a whole number of units, at least 1`;
    if (cost.trim() !== '' && amountOf({ quantity, cost }) === undefined) return `${sku}: enter a cost in dollars, with at most four decimals`;
  }
  return undefined;
}

export function contentOf({ poNumber, vendor, expectedOn, notes, lines }: DraftForm): DraftContent {
  const items = lines.map(({ product_id, supplier_sku, quantity, cost }) => {
    return { product_id, supplier_sku: supplier_sku.trim(), ordered: Number(quantity), unit_cost: withoutThousandsSeparators(cost) || null };
  });
  const number = poNumber.trim() === '' ? {} : { po_number: poNumber.trim() };
  return { ...number, vendor: vendor.trim(), expected_date: expectedOn || null, notes: notes.trim() || null, items };
}
