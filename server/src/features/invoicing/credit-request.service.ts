import type { ServedFile } from '@stowage/contract/endpoint';
import { centsOf, moneyOf } from '@stowage/contract/money';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import { pdfDocument } from '../../platform/pdf-document.ts';
import * as requests from './credit-request.read-model.ts';
import { findOrder, type OrderName } from './po-money.read-model.ts';

export interface CreditRequestService {
  /** What the vendor is asked to credit, with how it was received. */
  pdf(orderId: number): Promise<ServedFile>;
  mail(orderId: number): Promise<{ subject: string; text: string; credit_ids: number[]; expected_ids: number[] }>;
}

interface Material {
  readonly order: OrderName;
  readonly credits: readonly requests.RequestedCredit[];
  readonly invoices: readonly requests.BillingInvoice[];
  readonly sum: string;
}

const REASONS: Readonly<Record<string, string>> = {
  SHORT: 'not received',
  DAMAGE: 'received damaged',
  OVERCHARGE: 'billed above the ordered price',
  RETURN: 'returned',
  REBATE: 'rebate',
};

export function createCreditRequestService({ db, clock }: { db: Kysely<DB>; clock: Clock }): CreditRequestService {
  const gather = async (orderId: number): Promise<Material> => {
    const order = await findOrder(db, { id: orderId });
    if (order === undefined) throw new AppError('not_found', 'There is no such purchase order');
    const credits = await requests.listRequestable(db, orderId);
    if (credits.length === 0) throw new AppError('conflict', 'There is no credit to ask the vendor for', { reason: 'nothing_to_request' });
    const sum = moneyOf(credits.reduce((cents, { amount }) => cents + centsOf(amount ?? '0'), 0));
    return { order, credits, sum, invoices: await requests.listBillingInvoices(db, orderId) };
  };
  return {
    async pdf(orderId) {
      const material = await gather(orderId);
      const log = await requests.listReceivingLog(db, orderId);
      const day = clock.now().toISOString().slice(0, 10);
      return {
        mediaType: 'application/pdf',
        name: `credit-request-${material.order.po_number}.pdf`,
        content: inOnePart(() => print(material, log, day)),
        filed: { type: 'CREDIT', link: { kind: 'PURCHASE_ORDER', id: String(orderId), label: material.order.po_number }, vendor: material.order.vendor },
      };
    },
    async mail(orderId) {
      const { order, credits, invoices, sum } = await gather(orderId);
      const billed = invoices.length === 0 ? '' : ` (invoice ${invoices.map(({ number }) => number).join(', ')})`;
      return {
        subject: `Credit request for PO ${order.po_number}: $${sum}`,
        text: [
          `Dear ${order.vendor ?? 'vendor'},`,
          '',
          `of our purchase order ${order.po_number}${billed} we ask you to credit $${sum}:`,
          '',
          ...credits.map((credit) => `- ${nameOf(credit)}: ${factOf(credit)}`),
          '',
          'The attached document shows how the goods were received. Please send us your credit memo and its number.',
          '',
          'Thank you',
        ].join('\n'),
        credit_ids: credits.map(({ id }) => id),
        expected_ids: credits.filter(({ state }) => state === 'EXPECTED').map(({ id }) => id),
      };
    },
  };
}

function print({ order, credits, invoices, sum }: Material, log: readonly requests.ReceivedOnList[], day: string): Promise<Uint8Array> {
  return pdfDocument({
    title: `Credit request, PO ${order.po_number}`,
    subtitle: `To ${order.vendor ?? 'the vendor'}, ${day}. We ask for $${sum}.`,
    parts: [
      { title: 'Credits', rows: [...credits.map((credit) => [nameOf(credit), factOf(credit)] as const), ['Sum', `$${sum}`] as const] },
      { title: 'Invoices', rows: invoices.map(({ number, invoiced_on, total }) => [number, `of ${invoiced_on}, $${total}`] as const) },
      { title: 'Receiving log (UTC)', rows: log.map((entry) => [`${entry.supplier_sku}, ${entry.label}`, receivedText(entry)] as const) },
    ].filter(({ rows }) => rows.length > 0),
  });
}

function nameOf({ supplier_sku, type }: requests.RequestedCredit): string {
  return supplier_sku ?? REASONS[type] ?? type;
}

function factOf({ product_name, type, quantity, amount, note }: requests.RequestedCredit): string {
  const units = quantity === null ? '' : `${quantity} ${quantity === 1 ? 'unit' : 'units'} `;
  const what = product_name === null ? (note ?? '') : `${product_name}, ${units}${REASONS[type] ?? type}`;
  return `${what}, ${amount === null ? 'amount to be agreed' : `$${amount}`}`;
}

function receivedText({ quantity, received, damaged, notes, scans, first_at, last_at, shipment_id, tracking_number }: requests.ReceivedOnList): string {
  const shipped = `Shipment ${shipment_id}${tracking_number === null ? '' : `, tracking ${tracking_number}`}: ${quantity} listed, ${received} received, ${damaged} damaged.`;
  const when = first_at === null ? ' Never scanned.' : ` ${scans} ${scans === 1 ? 'scan' : 'scans'}, ${first_at} to ${last_at}.`;
  return `${shipped}${when}${notes === null ? '' : ` ${notes}`}`;
}

async function* inOnePart(make: () => Promise<Uint8Array>): AsyncIterable<Uint8Array> {
  yield await make();
}
