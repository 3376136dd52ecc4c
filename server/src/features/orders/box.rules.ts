export interface BoxItem {
  readonly itemId: string;
  readonly quantity: number;
}

/**
 * What lies in each box: together exactly what was shipped and is in no box that the marketplace knows of. A single box
 * that names nothing holds all of it.
 * @returns the boxes' items in the boxes' order; undefined when they do not match what is left
 */
export function packBoxes(left: readonly BoxItem[], boxes: readonly { readonly items?: readonly BoxItem[] | undefined }[]): BoxItem[][] | undefined {
  const [only] = boxes;
  if (boxes.length === 1 && only?.items === undefined) return [[...left]];
  const packed = boxes.map(({ items = [] }) => [...totals(items)].map(([itemId, quantity]) => ({ itemId, quantity })));
  const isEqual = equals(totals(packed.flat()), totals(left));
  return isEqual && packed.every((items) => items.length > 0) ? packed : undefined;
}

/** What of the shipped items is in none of these boxes. */
export function withoutPacked(shipped: readonly BoxItem[], packed: readonly BoxItem[]): BoxItem[] {
  const gone = totals(packed);
  return shipped.map(({ itemId, quantity }) => ({ itemId, quantity: quantity - (gone.get(itemId) ?? 0) })).filter(({ quantity }) => quantity > 0);
}

function totals(items: readonly BoxItem[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { itemId, quantity } of items) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity);
  return sums;
}

function equals(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([itemId, quantity]) => other.get(itemId) === quantity);
}
