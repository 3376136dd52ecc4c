import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { lineCents, moneyOf } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { PdfContent } from '../../../platform/formats/pdf-document.ts';
import type { PrintedOrder } from './draft.read-model.ts';

/** The mail lists at most this many lines; the document lists all. */
const NAMED = 40;

/** The sum of an order's lines whose cost is known. */
export function sumOf(lines: PrintedOrder['lines']): string {
  return moneyOf(lines.reduce((cents, { ordered, unitCost }) => cents + (unitCost === null ? 0 : lineCents(ordered, unitCost)), 0));
}

/** The mail to the vendor, which people edit. */
export function mailOf(order: PrintedOrder): { subject: string; text: string } {
  const { lines } = order;
  const more = lines.length - NAMED;
  return {
    subject: `Purchase order ${order.poNumber}`,
    text: [
      `Dear ${order.vendor},`,
      '',
      `Please find attached our purchase order ${order.poNumber}:`,
      '',
      ...lines.slice(0, NAMED).map(({ ordered, supplierSku, productName }) => `- ${numberText(ordered)} × ${supplierSku}, ${productName}`),
      ...(more > 0 ? [`- and ${numberText(more)} more. The attached document lists all of them`] : []),
      '',
      order.expectedOn === null ? 'Please confirm the order and its date of delivery.' : `Please confirm the order. We expect it by ${order.expectedOn}.`,
      '',
      'Thank you',
      order.buyer.name,
    ].join('\n'),
  };
}

/** The purchase order as a document. */
export function documentOf(order: PrintedOrder, day: string): PdfContent {
  const { lines } = order;
  const units = lines.reduce((sum, { ordered }) => sum + ordered, 0);
  const facts: (readonly [string, string | null])[] = [
    ['Vendor', order.vendor],
    ['Expected by', order.expectedOn],
    ['Payment terms', order.paymentTerms],
    ['Ordered by', `${order.buyer.name}, ${order.buyer.email}`],
    ['Notes', order.notes],
  ];
  return {
    title: `Purchase order ${order.poNumber}`,
    subtitle: order.orderId === null ? `Draft of ${day}. It has not been sent.` : `Date: ${order.sentOn ?? day}`,
    parts: [
      { title: 'Order', rows: facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])) },
      { title: 'Lines', rows: [], table: { columns: COLUMNS, rows: lines.map(rowOf) } },
      {
        title: 'Total',
        rows: [
          ['Units', numberText(units)],
          ['Amount', `${moneyText(sumOf(lines))}${lines.some(({ unitCost }) => unitCost === null) ? ', without the lines whose cost is to be agreed' : ''}`],
        ],
      },
    ],
  };
}

const COLUMNS = [
  { heading: 'SKU', share: 0.18 },
  { heading: 'UPC/EAN', share: 0.17 },
  { heading: 'Product', share: 0.35 },
  { heading: 'Units', share: 0.08, isNumber: true },
  { heading: 'Unit cost', share: 0.1, isNumber: true },
  { heading: 'Amount', share: 0.12, isNumber: true },
] as const;

function rowOf({ supplierSku, gtin, productName, ordered, unitCost }: PrintedOrder['lines'][number]): readonly string[] {
  const amount = unitCost === null ? '' : moneyText(moneyOf(lineCents(ordered, unitCost)));
  return [supplierSku, displayGtin(gtin), productName, numberText(ordered), unitCost === null ? 'to agree' : moneyText(unitCost), amount];
}
