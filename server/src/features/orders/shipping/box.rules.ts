export interface BoxItem {
  readonly itemId: string;
  readonly quantity: number;
}

/** How a box is shipped, and what is in it. */
export interface BoxContent {
  readonly carrierCode: string;
  readonly carrierName: string | null;
  readonly shippingMethod: string | null;
  readonly trackingNumber: string;
  readonly weightPounds: number | undefined;
  readonly lengthInches: number | undefined;
  readonly widthInches: number | undefined;
  readonly heightInches: number | undefined;
  readonly items: readonly BoxItem[];
}

/** The precision that is stored: hundredths of a pound and tenths of an inch. */
const STEPS = { weightPounds: 100, lengthInches: 10, widthInches: 10, heightInches: 10 } as const;

export function isSameBox(one: BoxContent, other: BoxContent): boolean {
  const isAlike = (['carrierCode', 'carrierName', 'shippingMethod', 'trackingNumber'] as const).every((name) => one[name] === other[name]);
  const measures = Object.entries(STEPS) as [keyof typeof STEPS, number][];
  const isMeasured = measures.every(([name, steps]) => rounded(one[name], steps) === rounded(other[name], steps));
  return isAlike && isMeasured && equals(totals(one.items), totals(other.items));
}

function rounded(measure: number | undefined, steps: number): number | undefined {
  return measure === undefined ? undefined : Math.round(measure * steps);
}

/**
 * Distributes the unconfirmed shipped items over the boxes. A single box without a list of items holds all of them.
 * @returns the items of each box; undefined when the boxes do not hold exactly these items
 */
export function packBoxes(unconfirmed: readonly BoxItem[], boxes: readonly { readonly items?: readonly BoxItem[] | undefined }[]): BoxItem[][] | undefined {
  const [only] = boxes;
  if (boxes.length === 1 && only?.items === undefined) return [[...unconfirmed]];
  const packed = boxes.map(({ items = [] }) => [...totals(items)].map(([itemId, quantity]) => ({ itemId, quantity })));
  const isEqual = equals(totals(packed.flat()), totals(unconfirmed));
  return isEqual && packed.every((items) => items.length > 0) ? packed : undefined;
}

/** The shipped items that are in none of the packed boxes. */
export function withoutPacked(shipped: readonly BoxItem[], packed: readonly BoxItem[]): BoxItem[] {
  const inBoxes = totals(packed);
  return shipped.map(({ itemId, quantity }) => ({ itemId, quantity: quantity - (inBoxes.get(itemId) ?? 0) })).filter(({ quantity }) => quantity > 0);
}

function totals(items: readonly BoxItem[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { itemId, quantity } of items) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity);
  return sums;
}

function equals(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([itemId, quantity]) => other.get(itemId) === quantity);
}
