import type { SpreadsheetColumn } from './columns.ts';
import { CONDITION } from './product-columns.ts';

const LOCATION_CODE: SpreadsheetColumn = {
  name: 'code',
  title: 'Location',
  aliases: ['location code', 'code', 'bin', 'bin location', 'shelf', 'bin code', 'slot'],
  type: 'code',
  max: 32,
  isRequired: true,
  example: 'A-1',
  explanation: "The code on the shelf's label",
};

export const LOCATION_COLUMNS: readonly SpreadsheetColumn[] = [
  LOCATION_CODE,
  {
    name: 'name',
    title: 'Name',
    aliases: ['description', 'location name', 'label'],
    type: 'text',
    max: 60,
    example: 'Aisle A, first shelf',
    explanation: 'How people call it',
  },
  { name: 'zone', title: 'Zone', aliases: ['area', 'aisle', 'section'], type: 'text', max: 30, example: 'Front', explanation: 'A group of locations' },
  {
    name: 'capacity',
    title: 'Capacity',
    aliases: ['max units', 'units', 'max', 'capacity units'],
    type: 'count',
    max: 1_000_000,
    example: '120',
    explanation: 'How many units fit',
  },
  {
    name: 'sellable',
    title: 'For sale',
    aliases: ['sellable', 'saleable', 'available for sale'],
    type: 'yes-no',
    example: 'Yes',
    explanation: 'No for damaged or held stock; Yes when empty',
  },
];

export const STOCK_COLUMNS: readonly SpreadsheetColumn[] = [
  {
    name: 'item',
    title: 'Product code',
    aliases: ['seller sku', 'sku', 'msku', 'fnsku', 'asin', 'upc', 'ean', 'gtin', 'code', 'item', 'barcode', 'product', 'item code', 'upc / ean'],
    type: 'code',
    max: 64,
    isRequired: true,
    example: 'ACME-AC1001-NEW',
    explanation: 'The seller SKU, FNSKU, UPC, ASIN or item code',
  },
  { ...LOCATION_CODE, name: 'location', explanation: 'The code of the shelf that holds the units' },
  {
    name: 'quantity',
    title: 'Quantity',
    aliases: ['qty', 'units', 'count', 'on hand', 'stock', 'quantity on hand', 'qty on hand', 'available'],
    type: 'count',
    max: 10_000,
    example: '24',
    explanation: 'Units in this location; 1 when empty, so that a row can be one unit',
  },
  { ...CONDITION, explanation: 'Names the listing where a product has several; the New listing when empty' },
  {
    name: 'cost',
    title: 'Unit cost',
    aliases: ['cost', 'unit price', 'purchase price', 'cost per unit', 'buy cost', 'cogs'],
    type: 'money',
    example: '11.50',
    explanation: 'What one unit cost, in dollars',
  },
  {
    name: 'received',
    title: 'Received',
    aliases: ['received date', 'date received', 'receipt date', 'date', 'in stock since', 'age date'],
    type: 'day',
    example: '2026-03-31',
    explanation: 'The day since which you have the units, as 2026-03-31; today when empty',
  },
  {
    name: 'reference',
    title: 'Reference',
    aliases: ['ref', 'lot', 'pallet', 'unit id', 'serial', 'line id'],
    type: 'text',
    max: 100,
    example: 'Pallet 7',
    explanation: 'Tells apart rows that are otherwise equal and are brought in with different files',
  },
];
