/** The sections of a claim's photos, in the order in which a box is opened. The keys are part of the photos' addresses. */
export const PHOTO_SECTIONS = {
  'shipping-box': 'Shipping box and carrier label',
  'packing-slip': 'Packing slip or inside of the box',
  'lpn-label': 'LPN label',
  'product-barcode': 'Product barcode or FNSKU',
  product: 'Product, front and back',
  'close-up': 'Damage or difference, close up',
  'serial-number': 'Serial number',
  other: 'Other',
} as const;
export type PhotoSection = keyof typeof PHOTO_SECTIONS;
export const PHOTO_SECTION_KEYS = Object.keys(PHOTO_SECTIONS) as [PhotoSection, ...PhotoSection[]];

/** One LPN label per unit is required, up to this many. */
const MAX_LPN_SHOTS = 10;

type Shots = Partial<Record<PhotoSection, number | 'per-unit'>>;

const USUAL: Shots = { 'shipping-box': 1, 'packing-slip': 1, 'lpn-label': 'per-unit', 'product-barcode': 1, product: 2, 'close-up': 2 };

/** Dispositions that need other photos than usual, such as no label for missing units. */
const OTHERS: Readonly<Record<string, Shots>> = {
  'Missing parts/empty box': { 'shipping-box': 1, 'packing-slip': 1, 'lpn-label': 'per-unit', product: 2, 'close-up': 2 },
  'Not ours/bonus': { 'shipping-box': 1, 'packing-slip': 1, 'product-barcode': 1, product: 2 },
  'Short in package': { 'shipping-box': 1, 'packing-slip': 2 },
};

/** The number of required photos per section for a disposition. */
export function requiredShots(disposition: string | null, quantity: number): Readonly<Record<PhotoSection, number>> {
  const shots = OTHERS[disposition ?? ''] ?? USUAL;
  const count = (wanted: number | 'per-unit' = 0) => (wanted === 'per-unit' ? Math.min(quantity, MAX_LPN_SHOTS) : wanted);
  return Object.fromEntries(PHOTO_SECTION_KEYS.map((section) => [section, count(shots[section])])) as Record<PhotoSection, number>;
}

interface SectionState {
  readonly required: number;
  readonly taken: number;
  /** Why its photos cannot be taken. */
  readonly cannot_take: string | null;
}

export function isSectionDone({ required, taken, cannot_take }: SectionState): boolean {
  return taken >= required || cannot_take !== null;
}
