import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';
import { createRandom, type Random } from './random.ts';

/** The people of the demo warehouse: they appear in the history and can't sign in. */
export const DEMO_STAFF = [
  { email: 'maya.lindqvist@stowage.local', name: 'Maya Lindqvist' },
  { email: 'tomas.herrera@stowage.local', name: 'Tomás Herrera' },
  { email: 'ruth.okafor@stowage.local', name: 'Ruth Okafor' },
  { email: 'jan.dvorak@stowage.local', name: 'Jan Dvořák' },
] as const;

const LISTINGS = 5_000;
const PRODUCTS = 3_600;
const LETTERS_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Used conditions; better ones are more common. */
const USED = [
  [1, 5],
  [2, 4],
  [3, 3],
  [4, 1],
] as const;
const CHANNELS = [
  ['SELLER_FULFILLED', 5],
  ['FBA', 1],
] as const;
const CONDITION_SUFFIX: Readonly<Record<number, string>> = { 11: 'N', 1: 'LN', 2: 'VG', 3: 'G', 4: 'A' };

const VENDORS = [
  { vendor: 'Norden Home Supply', code: 'NRD', brands: ['Fjellhus', 'Norden', 'Alvik'] },
  { vendor: 'Bay City Distribution', code: 'BCD', brands: ['Harborline', 'Tidewell', 'Gullwing'] },
  { vendor: 'Kestrel Tools', code: 'KST', brands: ['Kestrel', 'Ironbridge', 'Millwright'] },
  { vendor: 'Maple & Pine', code: 'MPL', brands: ['Maple & Pine', 'Little Otter', 'Foxglove'] },
  { vendor: 'Sunrise Wholesale', code: 'SNR', brands: ['Brightday', 'Solano', 'Verano'] },
  { vendor: 'Atlas Trading', code: 'ATL', brands: ['Atlas', 'Meridian', 'Caravel'] },
] as const;

const GOODS = [
  ['Stainless Steel Water Bottle', ['17 oz', '24 oz', '32 oz', '40 oz']],
  ['Cast Iron Skillet', ['8 in', '10 in', '12 in']],
  ['Bamboo Cutting Board', ['Small', 'Medium', 'Large', 'Set of 3']],
  ['Cordless Drill Driver Kit', ['12 V', '18 V', '20 V']],
  ['LED Desk Lamp with USB Port', ['Warm White', 'Daylight', 'Dimmable']],
  ['Microfiber Cleaning Cloths', ['Pack of 12', 'Pack of 24', 'Pack of 50']],
  ['Wooden Train Set', ['32 Pieces', '60 Pieces', '100 Pieces']],
  ['Insulated Lunch Bag', ['Kids', 'Adult', 'Extra Large']],
  ['Glass Food Storage Containers', ['Set of 5', 'Set of 10', 'Set of 18']],
  ['Adjustable Dumbbell', ['25 lb', '40 lb', '55 lb']],
  ['Bluetooth Kitchen Scale', ['11 lb', '22 lb']],
  ['Cotton Bath Towel', ['2 Pack', '4 Pack', '6 Pack']],
  ['Ratcheting Screwdriver Set', ['28 Bits', '56 Bits', '112 Bits']],
  ['Silicone Baking Mat', ['Half Sheet', 'Quarter Sheet', 'Set of 2']],
  ['Camping Lantern', ['500 Lumen', '1000 Lumen', '2 Pack']],
  ['Electric Gooseneck Kettle', ['0.8 L', '1.0 L', '1.2 L']],
  ['Yoga Mat with Strap', ['4 mm', '6 mm', '8 mm']],
  ['Dog Harness, No Pull', ['Small', 'Medium', 'Large', 'X-Large']],
  ['Shower Curtain with Hooks', ['72 x 72 in', '72 x 84 in']],
  ['Garden Hose, Expandable', ['50 ft', '75 ft', '100 ft']],
] as const;
const COLOURS = ['Black', 'White', 'Slate Gray', 'Forest Green', 'Navy', 'Sage', 'Terracotta', 'Oat', 'Charcoal', 'Sky Blue'];

/** Columns of equal length. */
export interface Catalog {
  readonly products: { id: number[]; title: string[]; brand: string[]; vendor: string[]; itemCode: string[] };
  readonly gtins: { gtin14: string[]; productId: number[] };
  readonly listings: {
    id: number[];
    productId: number[];
    sellerSku: string[];
    fnsku: string[];
    asin: string[];
    condition: number[];
    channel: string[];
  };
}

/** A believable seller's catalog: every product is listed as New, some also in used conditions. */
export function demoCatalog(seed: number): Catalog {
  const random = createRandom(seed);
  const unique = uniqueTexts();
  const catalog: Catalog = {
    products: { id: [], title: [], brand: [], vendor: [], itemCode: [] },
    gtins: { gtin14: [], productId: [] },
    listings: { id: [], productId: [], sellerSku: [], fnsku: [], asin: [], condition: [], channel: [] },
  };
  const families = Array.from({ length: PRODUCTS }, (_, index) => addProduct(catalog, index + 1, random, unique));
  for (const family of families) addListing(catalog, family, 11, random, unique);
  const taken = new Set<string>();
  while (catalog.listings.id.length < LISTINGS) {
    const family = random.pick(families);
    const condition = random.weighted(USED);
    const key = `${family.productId}/${condition}`;
    if (!taken.has(key)) addListing(catalog, family, condition, random, unique);
    taken.add(key);
  }
  return catalog;
}

interface Family {
  readonly productId: number;
  readonly asin: string;
  readonly skuStem: string;
}

type Unique = (make: () => string) => string;

function addProduct({ products, gtins }: Catalog, id: number, random: Random, unique: Unique): Family {
  const { vendor, code, brands } = random.pick(VENDORS);
  const [good, variants] = random.pick(GOODS);
  const brand = random.pick(brands);
  const itemCode = unique(() => `${code}${random.integer(10_000, 99_999)}`);
  products.id.push(id);
  products.title.push(`${brand} ${good}, ${random.pick(variants)}, ${random.pick(COLOURS)}`);
  products.brand.push(brand);
  products.vendor.push(vendor);
  products.itemCode.push(itemCode);
  gtins.gtin14.push(unique(() => upc(random)));
  gtins.productId.push(id);
  return { productId: id, asin: unique(() => `B0${random.text(LETTERS_AND_DIGITS, 8)}`), skuStem: `${code}-${itemCode.slice(3)}` };
}

function addListing({ listings }: Catalog, family: Family, condition: number, random: Random, unique: Unique): void {
  listings.id.push(listings.id.length + 1);
  listings.productId.push(family.productId);
  listings.sellerSku.push(`${family.skuStem}-${CONDITION_SUFFIX[condition]}`);
  listings.fnsku.push(unique(() => `X00${random.text(LETTERS_AND_DIGITS, 7)}`));
  listings.asin.push(family.asin);
  listings.condition.push(condition);
  listings.channel.push(random.weighted(CHANNELS));
}

/** A UPC-A with a North American company prefix, as GTIN-14. */
function upc(random: Random): string {
  const digits = `00${random.pick(['0', '6', '7', '8'])}${random.text('0123456789', 10)}`;
  return digits + gtinCheckDigit(digits);
}

function uniqueTexts(): Unique {
  const used = new Set<string>();
  return (make) => {
    let text = make();
    while (used.has(text)) text = make();
    used.add(text);
    return text;
  };
}
