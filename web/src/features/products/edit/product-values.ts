import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import type { FieldError } from '@stowage/contract/errors';
import type { Product } from '@stowage/contract/products/products';
import { RefusedError } from '../../../api/problem.ts';

/** The entered texts of the fields. */
export interface ProductValues {
  readonly title: string;
  readonly brand: string;
  readonly item_code: string;
  readonly vendor: string;
  readonly cost: string;
  readonly map: string;
  readonly default_condition: string;
  readonly image_url: string;
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly case_pack: string;
  readonly returns_guidance: string;
  readonly notes: string;
}

export const PRODUCT_FIELD_NAMES: Readonly<Record<keyof ProductValues, string>> = {
  title: 'Item name',
  brand: 'Brand',
  item_code: 'Item code',
  vendor: 'Vendor',
  cost: 'Cost, $',
  map: 'MAP, $',
  default_condition: 'Default condition',
  image_url: 'Image',
  weight: 'Weight, lb',
  length: 'Length, in',
  width: 'Width, in',
  height: 'Height, in',
  case_pack: 'Case pack',
  returns_guidance: 'Return instructions',
  notes: 'Notes',
};

export const NO_VALUES: ProductValues = {
  title: '',
  brand: '',
  item_code: '',
  vendor: '',
  cost: '',
  map: '',
  default_condition: String(CONDITION_NEW),
  image_url: '',
  weight: '',
  length: '',
  width: '',
  height: '',
  case_pack: '',
  returns_guidance: '',
  notes: '',
};

export function valuesOf(product: Product): ProductValues {
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return {
    title: product.title,
    brand: text(product.brand),
    item_code: text(product.item_code),
    vendor: text(product.vendor),
    cost: withoutZeros(product.cost),
    map: withoutZeros(product.map),
    default_condition: String(product.default_condition),
    image_url: text(product.own_image_url),
    weight: withoutZeros(product.weight),
    length: withoutZeros(product.length),
    width: withoutZeros(product.width),
    height: withoutZeros(product.height),
    case_pack: text(product.case_pack),
    returns_guidance: text(product.returns_guidance),
    notes: text(product.notes),
  };
}

/** Converts the texts for the server. */
export function enteredOf({ default_condition, ...texts }: ProductValues) {
  return { ...texts, default_condition: Number(default_condition) };
}

/** Shortens `12.5000` to `12.50`. */
function withoutZeros(amount: string | null): string {
  return (amount ?? '').replace(/(\.\d\d\d*?)0+$/, '$1').replace(/\.00$/, '');
}

const SUFFIXES: Readonly<Record<string, string>> = { '11': 'N', '1': 'LN', '2': 'VG', '3': 'G', '4': 'A' };
const VENDOR_LETTERS = 3;
/** With vendor, condition and separators, the SKU has the maximum length. */
const ITEM_LETTERS = 33;

/** Suggests a seller SKU from vendor, item code and condition; empty without an item code or other code. */
export function suggestedSku(
  { vendor, item_code, default_condition }: Pick<ProductValues, 'vendor' | 'item_code' | 'default_condition'>,
  code: string,
): string {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, '');
  const item = plain(item_code) || plain(code);
  if (item === '') return '';
  return [plain(vendor).slice(0, VENDOR_LETTERS), item.slice(0, ITEM_LETTERS), SUFFIXES[default_condition] ?? ''].filter((part) => part !== '').join('-');
}

/** Returns the error message of each rejected field. */
export function fieldErrorsOf(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof RefusedError)) return {};
  const fields = (error.body as { error?: { fields?: readonly FieldError[] } } | undefined)?.error?.fields ?? [];
  return Object.fromEntries(fields.toReversed().map(({ path, message }) => [path.split('.')[1] ?? path, message]));
}
