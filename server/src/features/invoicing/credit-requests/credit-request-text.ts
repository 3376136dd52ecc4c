import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LeftOutReason } from '@stowage/contract/invoicing/credit-requests';
import { DAMAGE_SECTIONS, type DamageSection } from '@stowage/contract/purchasing/damage-photos';
import { poName } from '@stowage/contract/purchasing/po-name';
import type { PdfContent, PdfPhoto } from '../../../platform/formats/pdf-document.ts';
import type { OrderName } from '../matching/matched-line.read-model.ts';
import type { BillingInvoice, EvidencePhoto, ReceivedOnList, RequestedCredit } from './credit-request.read-model.ts';

/** The credits to request from a vendor for one order. */
export interface RequestMaterial {
  readonly order: OrderName;
  readonly credits: readonly RequestedCredit[];
  /** Credits that are not billed yet, or that a person must check before they are requested. */
  readonly leftOut: readonly RequestedCredit[];
  readonly invoices: readonly BillingInvoice[];
  /** The photos of damage. */
  readonly photos: readonly EvidencePhoto[];
  readonly sum: string;
}

const REASONS: Readonly<Record<string, string>> = {
  SHORT: 'not received',
  DAMAGE: 'received damaged',
  OVERCHARGE: 'billed above the ordered price',
  RETURN: 'returned',
  REBATE: 'rebate',
};

/** The mail lists at most this many credits; the document lists all. */
const NAMED = 40;

/** The document shows at most this many photos, in small size. */
const PRINTED = 24;

/** The limit on attached photos besides the document: most servers reject 20 MB, and encoding adds a third. */
const MAIL_PHOTO_BYTES = 10 * 1024 * 1024;

/** The photos attached in full size, up to the limit. The document shows the others. */
export function photosInMail({ photos }: RequestMaterial): EvidencePhoto[] {
  let room = MAIL_PHOTO_BYTES;
  return photos.filter(({ bytes }) => {
    if (bytes > room) return false;
    room -= bytes;
    return true;
  });
}

export function sumOf(credits: readonly RequestedCredit[]): string {
  return moneyOf(credits.reduce((cents, { amount }) => cents + centsOf(amount ?? '0'), 0));
}

/** The lines that are not requested. */
export function leftOutOf({ leftOut }: RequestMaterial): { supplier_sku: string; amount: string; reason: LeftOutReason }[] {
  const lines = new Map(leftOut.map((credit) => [`${credit.leftOut} ${credit.supplier_sku}`, credit]));
  return [...lines.values()].map(({ supplier_sku, leftOut: reason }) => ({
    supplier_sku: supplier_sku ?? '',
    amount: sumOf(leftOut.filter((credit) => credit.supplier_sku === supplier_sku && credit.leftOut === reason)),
    reason: reason ?? 'BEYOND',
  }));
}

/** The credits that were not requested yet. */
export function expectedIds({ credits }: RequestMaterial): number[] {
  return credits.filter(({ state }) => state === 'EXPECTED').map(({ id }) => id);
}

/** The draft of the mail to the vendor, which people edit. */
export function mailOf({ order, credits, invoices, photos, sum }: RequestMaterial): { subject: string; text: string } {
  const billed = invoices.length === 0 ? '' : ` (invoice ${invoices.map(({ number }) => number).join(', ')})`;
  const more = credits.length - NAMED;
  return {
    subject: `Credit request for ${poName(order.po_number)}: ${moneyText(sum)}`,
    text: [
      `Dear ${order.vendor ?? 'vendor'},`,
      '',
      `Please credit ${moneyText(sum)} for our purchase order ${order.po_number}${billed}:`,
      '',
      ...credits.slice(0, NAMED).map((credit) => `- ${nameOf(credit)}: ${factOf(credit)}`),
      ...(more > 0 ? [`- and ${numberText(more)} more. The attached document lists all of them`] : []),
      '',
      `The attached document shows how the goods were received${photos.length === 0 ? '' : ', with photos of the damage'}. Please send us your credit memo and its number.`,
      '',
      'Thank you',
    ].join('\n'),
  };
}

/** The attached document: the credits, their invoices, and the receiving record. */
export function documentOf(
  { order, credits, invoices, photos, sum }: RequestMaterial,
  { log, pictureOf, day }: { log: readonly ReceivedOnList[]; pictureOf: (photo: EvidencePhoto) => PdfPhoto['jpeg']; day: string },
): PdfContent {
  const more = photos.length - PRINTED;
  return {
    title: `Credit request, ${poName(order.po_number)}`,
    subtitle: `To ${order.vendor ?? 'the vendor'}, ${day}. We ask for ${moneyText(sum)}.`,
    parts: [
      { title: 'Credits', rows: [...credits.map((credit) => [nameOf(credit), factOf(credit)] as const), ['Sum', moneyText(sum)] as const] },
      { title: 'Invoices', rows: invoices.map(({ number, invoiced_on, total }) => [number, `of ${invoiced_on}, ${moneyText(total)}`] as const) },
      { title: 'Receiving log (UTC)', rows: log.map((entry) => [`${entry.supplier_sku}, ${entry.label}`, receivedText(entry)] as const) },
      {
        title: 'Photos',
        rows: [
          ...(photos.length === 0 ? [] : [['Photos of the damage', numberText(photos.length)] as const]),
          ...(more > 0 ? [['Photos not shown here', numberText(more)] as const] : []),
        ],
      },
    ].filter(({ rows }) => rows.length > 0),
    photos: photos.slice(0, PRINTED).map((photo) => ({
      caption: [`${photo.supplierSku}: ${DAMAGE_SECTIONS[photo.section as DamageSection]}, ${photo.uploadedAt} UTC`],
      jpeg: pictureOf(photo),
    })),
  };
}

function nameOf({ supplier_sku, type }: RequestedCredit): string {
  return supplier_sku ?? REASONS[type] ?? type;
}

function factOf(credit: RequestedCredit): string {
  const { product_name, amount, note } = credit;
  // A credit for the whole order has no product.
  const what = [product_name ?? note ?? '', product_name === null && credit.quantity === null ? '' : claimOf(credit)].filter((text) => text !== '');
  return [...what, amount === null ? 'amount to be agreed' : moneyText(amount)].join(', ');
}

/** `4 units not received`. */
function claimOf({ product_name, type, quantity, overcharged, unit_cost }: RequestedCredit): string {
  const reason = REASONS[type] ?? type;
  if (quantity !== null) return product_name === null ? units(quantity) : `${units(quantity)} ${reason}`;
  if (type !== 'OVERCHARGE') return `the rest of the amount for units ${reason}`;
  return overcharged <= 0 || unit_cost === null ? reason : `${units(overcharged)} ${reason} of ${moneyText(unit_cost)}`;
}

function units(count: number): string {
  return counted(count, 'unit');
}

function receivedText({ quantity, received, damaged, notes, scans, first_at, last_at, shipment_id, tracking_number }: ReceivedOnList): string {
  const shipped = `Shipment ${shipment_id}${tracking_number === null ? '' : `, tracking ${tracking_number}`}: ${quantity} listed, ${received} received, ${damaged} damaged.`;
  const when = first_at === null ? ' Never scanned.' : ` ${counted(scans, 'scan')}, ${minuteOf(first_at)} to ${minuteOf(last_at ?? first_at)}.`;
  return `${shipped}${when}${notes === null ? '' : ` ${notes}`}`;
}

/** In UTC. */
function minuteOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
