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
  // The package doesn't matter here.
  'Grading dispute': { 'lpn-label': 'per-unit', product: 2, 'close-up': 2 },
  'Missing parts/empty box': { 'shipping-box': 1, 'packing-slip': 1, 'lpn-label': 'per-unit', product: 2, 'close-up': 2 },
  'Not ours/bonus': { 'shipping-box': 1, 'packing-slip': 1, 'product-barcode': 1, product: 2 },
  'Short in package': { 'shipping-box': 1, 'packing-slip': 2 },
};

/** The cost of a claim's units in dollars below which few photos are required: more would cost more than the claim can return. */
const SMALL_CLAIM_DOLLARS = 50;
/** What a small claim fails without: the package, one label, and the first of its type's proofs. */
const SMALL_ALWAYS = ['shipping-box', 'lpn-label'] as const satisfies PhotoSection[];
const PROOFS = ['close-up', 'product', 'packing-slip'] as const satisfies PhotoSection[];

function smallShots(shots: Shots): Shots {
  const proof = PROOFS.find((section) => shots[section] !== undefined);
  return Object.fromEntries([...SMALL_ALWAYS, proof].flatMap((section) => (section !== undefined && shots[section] !== undefined ? [[section, 1]] : [])));
}

interface Claimed {
  readonly disposition: string | null;
  readonly quantity: number;
  /** The cost of the units in dollars; null when it is unknown. */
  readonly value: number | null;
}

/** The number of required photos per section, by the type of a claim and its value. */
export function requiredShots({ disposition, quantity, value }: Claimed): Readonly<Record<PhotoSection, number>> {
  const ofType = OTHERS[disposition ?? ''] ?? USUAL;
  const shots = value !== null && value < SMALL_CLAIM_DOLLARS ? smallShots(ofType) : ofType;
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
