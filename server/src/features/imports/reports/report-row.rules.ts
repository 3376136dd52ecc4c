import { conditionCode } from '../../../integrations/marketplace/formats/condition.rules.ts';
import { parseMoment } from '../../../integrations/marketplace/formats/moment.rules.ts';
import { textProblem } from '../storable.rules.ts';

/** Reads a column of a report by its heading; empty when the column is missing. */
export type ReadColumn = (column: string) => string;

/** A valid row, or the reason why it is rejected. */
export type Parsed<Row> = { readonly row: Row } | { readonly reason: string };

type RowOf<Parse extends (get: ReadColumn) => Parsed<object>> = Extract<ReturnType<Parse>, { row: object }>['row'];
export type ListingRow = RowOf<typeof parseListing>;
export type RemovalRow = RowOf<typeof parseRemoval>;
export type ReturnRow = RowOf<typeof parseReturn>;
export type ReimbursementRow = RowOf<typeof parseReimbursement>;
export type InventoryRow = RowOf<typeof parseInventory>;

const CONDITIONS = ['1', '2', '3', '4', '11'];
const MAX_SKU_LENGTH = 40;
/** Limits prices so that cents fit into 32 bits. */
const PRICE = /^\d{1,7}(\.\d{1,4})?$/;
const AMOUNT = /^-?\d{1,9}(\.\d{1,4})?$/;
const WHOLE = /^\d{1,9}$/;
/** Reimbursements can be reversed, which makes quantities negative. */
const SIGNED = /^-?\d{1,9}$/;
/** Long texts that are not indexed. */
const PROSE = ['title', 'comments'];

/** A row of GET_MERCHANT_LISTINGS_ALL_DATA. */
export function parseListing(get: ReadColumn) {
  const sku = get('seller-sku');
  const condition = get('item-condition');
  const price = get('price');
  const quantity = get('quantity');
  const asin = get('asin1') || get('product-id');
  if (sku === '') return { reason: 'There is no seller SKU' };
  if (sku.length > MAX_SKU_LENGTH) return { reason: `The seller SKU ${sku} is longer than ${MAX_SKU_LENGTH} characters` };
  if (asin === '') return { reason: `${sku}: there is no ASIN` };
  if (!CONDITIONS.includes(condition)) return { reason: `${sku}: the condition ${condition || '(none)'} is not known` };
  if (price !== '' && !PRICE.test(price)) return { reason: `${sku}: the price ${price} is not a number` };
  if (quantity !== '' && !WHOLE.test(quantity)) return { reason: `${sku}: the quantity ${quantity} is not a whole number` };
  return checked(sku, {
    sku,
    asin,
    title: get('item-name') || asin,
    condition: Number(condition),
    channel: get('fulfillment-channel') || 'DEFAULT',
    price: price === '' ? null : price,
    quantity: quantity === '' ? null : Number(quantity),
    status: get('status') || 'Active',
  });
}

/** A row of GET_FBA_FULFILLMENT_REMOVAL_SHIPMENT_DETAIL_DATA. */
export function parseRemoval(get: ReadColumn) {
  const orderId = get('order-id');
  const shippedAt = moment(get('shipment-date'));
  const requestedAt = moment(get('request-date'));
  const quantity = get('shipped-quantity');
  if (orderId === '') return { reason: 'There is no order id' };
  if (shippedAt === null) return { reason: `${orderId}: the shipment date ${get('shipment-date')} cannot be read` };
  if (requestedAt === null && get('request-date') !== '') return { reason: `${orderId}: the request date ${get('request-date')} cannot be read` };
  if (!WHOLE.test(quantity)) return { reason: `${orderId}: the quantity ${quantity} is not a whole number` };
  return checked(orderId, {
    orderId,
    shippedAt,
    sku: get('sku'),
    fnsku: get('fnsku'),
    disposition: get('disposition'),
    trackingNumber: get('tracking-number'),
    carrier: get('carrier'),
    quantity: Number(quantity),
    requestedAt,
    removalType: get('removal-order-type'),
  });
}

/** A row of GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA. */
export function parseReturn(get: ReadColumn) {
  const orderId = get('order-id');
  const returnedAt = moment(get('return-date'));
  if (orderId === '') return { reason: 'There is no order id' };
  if (returnedAt === null) return { reason: `${orderId}: the return date ${get('return-date')} cannot be read` };
  if (!WHOLE.test(get('quantity'))) return { reason: `${orderId}: the quantity ${get('quantity')} is not a whole number` };
  return checked(orderId, {
    returnedAt,
    orderId,
    sku: get('sku'),
    asin: get('asin'),
    fnsku: get('fnsku'),
    lpn: get('license-plate-number'),
    quantity: Number(get('quantity')),
    disposition: get('detailed-disposition'),
    reason: get('reason'),
    status: get('status'),
    comments: get('customer-comments'),
  });
}

/** A row of GET_FBA_REIMBURSEMENTS_DATA. */
export function parseReimbursement(get: ReadColumn) {
  const reimbursementId = get('reimbursement-id');
  const approvedAt = moment(get('approval-date'));
  const quantity = get('quantity-reimbursed-total');
  if (reimbursementId === '') return { reason: 'There is no reimbursement id' };
  if (approvedAt === null) return { reason: `${reimbursementId}: the approval date ${get('approval-date')} cannot be read` };
  if (!AMOUNT.test(get('amount-total'))) return { reason: `${reimbursementId}: the amount ${get('amount-total')} is not a number` };
  if (quantity !== '' && !SIGNED.test(quantity)) return { reason: `${reimbursementId}: the quantity ${quantity} is not a whole number` };
  return checked(reimbursementId, {
    reimbursementId,
    approvedAt,
    caseId: get('case-id'),
    originalReimbursementId: get('original-reimbursement-id'),
    orderId: get('amazon-order-id'),
    reason: get('reason'),
    sku: get('sku'),
    fnsku: get('fnsku'),
    asin: get('asin'),
    currency: get('currency-unit'),
    amount: get('amount-total'),
    quantity: Number(quantity),
  });
}

/** A row of GET_FBA_MYI_ALL_INVENTORY_DATA. */
export function parseInventory(get: ReadColumn) {
  const sku = get('sku');
  const fnsku = get('fnsku');
  const condition = conditionCode(get('condition'));
  const fulfillable = get('afn-fulfillable-quantity');
  if (sku === '') return { reason: 'There is no seller SKU' };
  if (fnsku === '') return { reason: `${sku}: there is no FNSKU` };
  if (condition === undefined) return { reason: `${sku}: the condition ${get('condition') || '(none)'} is not known` };
  if (fulfillable !== '' && !WHOLE.test(fulfillable)) return { reason: `${sku}: the quantity ${fulfillable} is not a whole number` };
  return checked(sku, { sku, fnsku, asin: get('asin'), condition, isFba: get('afn-listing-exists') === 'Yes', fulfillable: Number(fulfillable) });
}

/** Checks the texts of a row. */
function checked<Row extends object>(name: string, row: Row): Parsed<Row> {
  const problem = textProblem(row, PROSE);
  return problem === undefined ? { row } : { reason: `${name.slice(0, MAX_SKU_LENGTH)}: ${problem}` };
}

const moment = (text: string) => parseMoment(text)?.toISOString() ?? null;
