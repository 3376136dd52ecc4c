export interface BoxItem {
  readonly itemId: string;
  readonly quantity: number;
}

/** How a box goes, and what lies in it. */
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

/** How many of a measure's steps are kept: hundredths of a pound and tenths of an inch. */
const KEPT_TO = { weightPounds: 100, lengthInches: 10, widthInches: 10, heightInches: 10 } as const;

/** Whether a box is the same that was entered before. */
export function isSameBox(one: BoxContent, other: BoxContent): boolean {
  const isAlike = (['carrierCode', 'carrierName', 'shippingMethod', 'trackingNumber'] as const).every((name) => one[name] === other[name]);
  const measures = Object.entries(KEPT_TO) as [keyof typeof KEPT_TO, number][];
  const isMeasured = measures.every(([name, steps]) => kept(one[name], steps) === kept(other[name], steps));
  return isAlike && isMeasured && equals(totals(one.items), totals(other.items));
}

/** A measure that was not told is kept as none. */
function kept(measure: number | undefined, steps: number): number | undefined {
  return measure === undefined ? undefined : Math.round(measure * steps);
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
