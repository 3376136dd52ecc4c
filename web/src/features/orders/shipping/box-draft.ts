import { isOrderNumber, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import type { EnteredBox } from '@stowage/contract/orders/order-shipment';
import { OTHER_CARRIER } from '@stowage/contract/orders/order-shipment';
import { carrierOf, plainTrackingNumber } from '@stowage/contract/orders/tracking-numbers';

/** A box as it stands in the form: texts as they are typed. */
export interface BoxDraft {
  readonly key: number;
  readonly trackingNumber: string;
  /** undefined while the tracking number names it. */
  readonly chosenCarrier: string | undefined;
  readonly carrierName: string;
  readonly shippingMethod: string;
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  /** How many of each line lie in it. */
  readonly quantities: Readonly<Record<string, number>>;
}

export const EMPTY_BOX: Omit<BoxDraft, 'key' | 'quantities'> = {
  trackingNumber: '',
  chosenCarrier: undefined,
  carrierName: '',
  shippingMethod: '',
  weight: '',
  length: '',
  width: '',
  height: '',
};

/** What was shipped and is in no box that the marketplace knows of, by line. */
export function leftToPack(
  order: Pick<OrderDetail, 'items' | 'pieces' | 'shipment'>,
): { readonly itemId: string; readonly title: string; readonly quantity: number }[] {
  const told = (order.shipment?.boxes ?? []).filter(({ confirmed_at }) => confirmed_at !== null).flatMap(({ items }) => items);
  return order.items.flatMap(({ item_id: itemId, title, sku }) => {
    const shipped = order.pieces.filter((piece) => piece.item_id === itemId && piece.state === 'SHIPPED').length;
    const gone = told.filter(({ item_id }) => item_id === itemId).reduce((sum, { quantity }) => sum + quantity, 0);
    return shipped > gone ? [{ itemId, title: title ?? sku ?? itemId, quantity: shipped - gone }] : [];
  });
}

export function carrierCodeOf({ chosenCarrier, trackingNumber }: BoxDraft): string {
  return chosenCarrier ?? carrierOf(trackingNumber) ?? '';
}

/** A scanned number names its carrier, whatever was chosen for the one before, whose service it does not have either. */
export function withScanned(box: BoxDraft, code: string): BoxDraft {
  const named = carrierOf(code);
  const before = carrierCodeOf(box);
  if (named === undefined) return { ...box, trackingNumber: code };
  const other = before !== '' && before !== named && { carrierName: '', shippingMethod: '' };
  return { ...box, trackingNumber: code, chosenCarrier: undefined, ...other };
}

/** Why what was scanned or typed into one of the boxes is not sent; undefined where nothing is wrong with what is there. */
export function numberProblem(boxes: readonly BoxDraft[], order: Pick<OrderDetail, 'items' | 'pieces'>): string | undefined {
  const problems = boxes
    .filter(({ trackingNumber }) => trackingNumber.trim() !== '')
    .map((box) => {
      const number = plainTrackingNumber(box.trackingNumber);
      if (isProductOf(order, number)) return `${number}: this is the product's code, not a tracking number.`;
      if (isOrderNumber(number)) return `${number}: this is the number of an order, not a tracking number.`;
      if (number.length < 4) return `${number}: a tracking number has at least 4 letters and digits.`;
      if (carrierCodeOf(box) === '') return `${number} names no carrier: choose it, or scan the label of the parcel.`;
      if (!isCarrierNamed(box)) return `${number} was not sent: the carrier has no name.`;
      return measuresOf(box) === undefined ? `${number} was not sent: weight and size are numbers above 0.` : undefined;
    });
  return problems.find((problem) => problem !== undefined);
}

function isProductOf({ items, pieces }: Pick<OrderDetail, 'items' | 'pieces'>, number: string): boolean {
  const code = normalizeCode(number).toUpperCase();
  const gtin14 = toGtin14(code);
  return [...items, ...pieces].some(
    ({ asin, fnsku, sku, gtin }) =>
      [asin, fnsku, sku].some((one) => one?.toUpperCase() === code) || (gtin14 !== undefined && gtin !== null && toGtin14(gtin) === gtin14),
  );
}

/** Whether the marketplace can be told of this box: its carrier is known, and its numbers can be read. */
export function isBoxReady(box: BoxDraft): boolean {
  return plainTrackingNumber(box.trackingNumber).length >= 4 && isCarrierNamed(box) && measuresOf(box) !== undefined;
}

function isCarrierNamed(box: BoxDraft): boolean {
  const carrierCode = carrierCodeOf(box);
  return carrierCode !== '' && (carrierCode !== OTHER_CARRIER || box.carrierName.trim() !== '');
}

/** @returns undefined when a measure is no number above 0 */
function measuresOf({
  weight,
  length,
  width,
  height,
}: BoxDraft): Pick<EnteredBox, 'weightPounds' | 'lengthInches' | 'widthInches' | 'heightInches'> | undefined {
  const texts = { weightPounds: weight, lengthInches: length, widthInches: width, heightInches: height };
  const entered = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  const numbers = entered.map(([name, text]) => [name, Number(text.trim().replace(',', '.'))] as const);
  return numbers.every(([, value]) => value > 0 && value < 10_000) ? Object.fromEntries(numbers) : undefined;
}

/** As the server takes it. @param isOnly it holds everything that is left */
export function toEnteredBox(box: BoxDraft, isOnly: boolean): EnteredBox {
  const carrierCode = carrierCodeOf(box);
  const items = Object.entries(box.quantities).map(([itemId, quantity]) => ({ itemId, quantity }));
  return {
    carrierCode,
    carrierName: carrierCode === OTHER_CARRIER ? box.carrierName : '',
    shippingMethod: box.shippingMethod,
    trackingNumber: box.trackingNumber,
    ...measuresOf(box),
    ...(!isOnly && { items: items.filter(({ quantity }) => quantity > 0) }),
  };
}
