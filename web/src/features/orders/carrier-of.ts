import type { CARRIERS } from '@stowage/contract/order-shipment';

const SHAPES: readonly (readonly [shape: RegExp, carrier: (typeof CARRIERS)[number]])[] = [
  [/^1Z[0-9A-Z]{16}$/, 'UPS'],
  [/^TBA\d{10,}$/, 'Amazon Shipping'],
  [/^(420\d{5}(\d{4})?)?9[1-5]\d{18,20}$/, 'USPS'],
  [/^[A-Z]{2}\d{9}US$/, 'USPS'],
  [/^(\d{12}|\d{15})$/, 'FedEx'],
  [/^[CD]\d{14}$/, 'OnTrac'],
  [/^\d{10}$/, 'DHL'],
];

/** The carrier that a tracking number's shape names; undefined where several are possible. */
export function carrierOf(trackingNumber: string): (typeof CARRIERS)[number] | undefined {
  const number = trackingNumber.replace(/\s/g, '').toUpperCase();
  return SHAPES.find(([shape]) => shape.test(number))?.[1];
}
