import { CONDITION_NAMES } from '../catalog/conditions.ts';
import type { SpreadsheetColumn } from './columns.ts';

const CONDITIONS = {
  ...Object.fromEntries(Object.entries(CONDITION_NAMES).map(([code, name]) => [name, Number(code)])),
  ...Object.fromEntries(Object.keys(CONDITION_NAMES).map((code) => [code, Number(code)])),
  'Used - Like New': 1,
  'Used - Very Good': 2,
  'Used - Good': 3,
  'Used - Acceptable': 4,
};

export const CONDITION: SpreadsheetColumn = {
  name: 'condition',
  title: 'Condition',
  aliases: ['item condition', 'cond', 'grade'],
  type: 'choice',
  choices: CONDITIONS,
  example: 'New',
  explanation: 'New, Like New, Very Good, Good or Acceptable; New when empty',
};

const GTIN: SpreadsheetColumn = {
  name: 'gtin',
  title: 'UPC / EAN',
  aliases: ['upc', 'ean', 'gtin', 'barcode', 'upc code', 'ean13', 'gtin14', 'product id', 'upc/ean', 'upc/gtin', 'gtin/upc'],
  type: 'gtin',
  example: '012345678905',
  explanation: 'The number under the barcode, as text: 8, 12, 13 or 14 digits',
};

export const VENDOR: SpreadsheetColumn = {
  name: 'vendor',
  title: 'Vendor',
  aliases: ['supplier', 'vendor name', 'supplier name', 'distributor'],
  type: 'text',
  max: 200,
  example: 'Acme Supply',
  explanation: 'The vendor who sells it to you',
};

const ITEM_CODE: SpreadsheetColumn = {
  name: 'item_code',
  title: 'Item code',
  aliases: ['vendor sku', 'supplier sku', 'item number', 'item no', 'part number', 'model', 'mpn'],
  type: 'code',
  max: 100,
  example: 'AC-1001',
  explanation: "The vendor's own number of the product",
};

const SELLER_SKU: SpreadsheetColumn = {
  name: 'seller_sku',
  title: 'Seller SKU',
  aliases: ['sku', 'msku', 'merchant sku', 'seller-sku', 'our sku'],
  type: 'code',
  max: 40,
  example: 'ACME-AC1001-NEW',
  explanation: 'Your own number of the listing, at most 40 characters',
};

const FNSKU: SpreadsheetColumn = {
  name: 'fnsku',
  title: 'FNSKU',
  aliases: ['fulfillment network sku', 'fulfilment sku', 'fnsku code'],
  type: 'code',
  max: 10,
  example: 'X001ABCDEF',
  explanation: "Amazon's number of the listing, 10 characters",
};

const ASIN: SpreadsheetColumn = {
  name: 'asin',
  title: 'ASIN',
  aliases: ['asin1', 'amazon asin'],
  type: 'code',
  max: 10,
  example: 'B0ABCDEF12',
  explanation: "Amazon's number of the product, 10 characters",
};

const measure = (name: string, unit: 'lb' | 'in', aliases: readonly string[], max: number): SpreadsheetColumn => ({
  name,
  title: `${name[0]?.toUpperCase()}${name.slice(1)} (${unit})`,
  aliases: [name, ...aliases],
  type: 'decimal',
  decimals: unit === 'lb' ? 3 : 2,
  max,
  example: '1.5',
  explanation: `Of one packed unit, in ${unit === 'lb' ? 'pounds' : 'inches'}`,
});

export const PRODUCT_COLUMNS: readonly SpreadsheetColumn[] = [
  {
    name: 'title',
    title: 'Item name',
    aliases: [
      'title',
      'name',
      'product',
      'product name',
      'product title',
      'description',
      'item',
      'item title',
      'item-name',
      'item description',
      'product description',
    ],
    type: 'text',
    max: 500,
    isRequired: true,
    example: 'Electric kettle 1.7 l',
    explanation: 'As people know the product',
  },
  GTIN,
  VENDOR,
  ITEM_CODE,
  { ...SELLER_SKU, explanation: `${SELLER_SKU.explanation}: adds the first listing of a new product` },
  FNSKU,
  ASIN,
  CONDITION,
  {
    name: 'brand',
    title: 'Brand',
    aliases: ['manufacturer', 'brand name', 'make'],
    type: 'text',
    max: 200,
    example: 'Acme',
    explanation: 'The name on the product',
  },
  {
    name: 'case_pack',
    title: 'Case pack',
    aliases: ['case qty', 'case quantity', 'units per case', 'pack size', 'casepack'],
    type: 'count',
    max: 100_000,
    example: '12',
    explanation: 'Units in a sealed case of the vendor',
  },
  measure('weight', 'lb', ['item weight', 'weight lbs'], 100_000),
  measure('length', 'in', ['item length'], 10_000),
  measure('width', 'in', ['item width'], 10_000),
  measure('height', 'in', ['item height'], 10_000),
  {
    name: 'image_url',
    title: 'Image address',
    aliases: ['image', 'image url', 'photo', 'picture', 'main image'],
    type: 'text',
    max: 2_000,
    example: 'https://example.com/kettle.jpg',
    explanation: 'The address of a picture, beginning with https://',
  },
  {
    name: 'returns_guidance',
    title: 'Guidance for returns',
    aliases: ['returns guidance', 'return instructions'],
    type: 'text',
    max: 2_000,
    example: 'Check the lid',
    explanation: 'Shown to the person who receives returned units',
  },
  {
    name: 'notes',
    title: 'Notes',
    aliases: ['note', 'comment', 'comments', 'remarks'],
    type: 'text',
    max: 2_000,
    example: 'Fragile',
    explanation: 'For your staff',
  },
];

export const LISTING_COLUMNS: readonly SpreadsheetColumn[] = [
  { ...SELLER_SKU, isRequired: true },
  { ...GTIN, explanation: `${GTIN.explanation}. It names the product of a new listing` },
  { ...VENDOR, explanation: 'With the item code, it names the product of a new listing that has no UPC' },
  ITEM_CODE,
  CONDITION,
  FNSKU,
  ASIN,
  {
    name: 'channel',
    title: 'Channel',
    aliases: ['fulfillment', 'fulfilment', 'fulfillment channel', 'fulfilled by'],
    type: 'choice',
    choices: {
      'Seller fulfilled': 'SELLER_FULFILLED',
      FBA: 'FBA',
      FBM: 'SELLER_FULFILLED',
      MFN: 'SELLER_FULFILLED',
      AFN: 'FBA',
      DEFAULT: 'SELLER_FULFILLED',
      AMAZON_NA: 'FBA',
      SELLER_FULFILLED: 'SELLER_FULFILLED',
    },
    example: 'Seller fulfilled',
    explanation: 'Seller fulfilled or FBA; seller fulfilled when empty',
  },
];
