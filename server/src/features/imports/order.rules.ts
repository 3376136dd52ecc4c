/** What of an order is checked; the rest is text that may be missing. */
interface CheckedOrder {
  readonly orderId: string;
  readonly orderedAt: Date;
  readonly updatedAt: Date;
  readonly total: string | undefined;
  readonly items: readonly { readonly quantity: number; readonly shipped: number; readonly price: string | undefined; readonly tax: string | undefined }[];
}

const DECIMAL = /^-?\d{1,9}(\.\d{1,4})?$/;

/** Why an order cannot be kept; undefined when it can. */
export function orderProblem({ orderId, orderedAt, updatedAt, total, items }: CheckedOrder): string | undefined {
  if (orderId === '') return 'There is no order id';
  if (Number.isNaN(orderedAt.getTime()) || Number.isNaN(updatedAt.getTime())) return `${orderId}: its dates cannot be read`;
  const amounts = [total, ...items.flatMap(({ price, tax }) => [price, tax])];
  const wrong = amounts.find((amount) => amount !== undefined && !DECIMAL.test(amount));
  if (wrong !== undefined) return `${orderId}: the amount ${wrong} is not a number`;
  const isWhole = items.every(({ quantity, shipped }) => Number.isInteger(quantity) && Number.isInteger(shipped) && quantity >= 0 && shipped >= 0);
  return isWhole ? undefined : `${orderId}: a quantity is not a whole number`;
}
