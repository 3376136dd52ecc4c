import { textProblem } from '../storable.rules.ts';

/** The checked fields of an order; all others are optional texts. */
interface CheckedOrder {
  readonly orderId: string;
  readonly orderedAt: Date;
  readonly updatedAt: Date;
  readonly total: string | undefined;
  readonly items: readonly {
    readonly quantity: number;
    readonly shipped: number;
    readonly price: string | undefined;
    readonly tax: string | undefined;
    readonly shipping: string | undefined;
  }[];
  readonly packages: readonly { readonly reference: string; readonly units: number }[];
}

const DECIMAL = /^-?\d{1,9}(\.\d{1,4})?$/;

const MAX_COUNT = 999_999_999;
const MAX_ID_LENGTH = 40;
const PROSE = ['title'];

const isCount = (quantity: number) => Number.isInteger(quantity) && quantity >= 0 && quantity <= MAX_COUNT;

/** Why an order can't be stored; undefined when it can. */
export function orderProblem(order: CheckedOrder): string | undefined {
  const { orderId, orderedAt, updatedAt, total, items, packages } = order;
  if (orderId === '') return 'There is no order id';
  if (Number.isNaN(orderedAt.getTime()) || Number.isNaN(updatedAt.getTime())) return `${orderId}: its dates cannot be read`;
  const amounts = [total, ...items.flatMap(({ price, tax, shipping }) => [price, tax, shipping])];
  const wrong = amounts.find((amount) => amount !== undefined && !DECIMAL.test(amount));
  if (wrong !== undefined) return `${orderId}: the amount ${wrong} is not a number`;
  if (!items.every(({ quantity, shipped }) => isCount(quantity) && isCount(shipped)) || !packages.every(({ units }) => isCount(units)))
    return `${orderId}: a quantity is not a whole number`;
  const problem = textProblem(order, PROSE) ?? [...items, ...packages].map((part) => textProblem(part, PROSE)).find((found) => found !== undefined);
  return problem === undefined ? undefined : `${orderId.slice(0, MAX_ID_LENGTH)}: ${problem}`;
}
