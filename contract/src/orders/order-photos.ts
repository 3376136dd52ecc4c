import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { servedPhoto, storedPhoto, uploadEndpoints, uploadState } from '../photos/photo-uploads.ts';
import { orderNumber } from './order-shipment.ts';

/** The sections of pack photos. The keys are part of the photos' addresses. */
export const PACK_SECTIONS = {
  contents: 'What is in the box',
  packed: 'Packed box',
  label: 'Shipping label',
} as const;
export type PackSection = keyof typeof PACK_SECTIONS;
const PACK_SECTION_KEYS = Object.keys(PACK_SECTIONS) as [PackSection, ...PackSection[]];

/** Photos of this section show the recipient, and are deleted with it. */
export const PERSONAL_SECTION: PackSection = 'label';

/** The page that the QR code of an order opens on a phone. */
export const PACK_PAGE_PATH = '/api/orders/packphotos';

export function packPageAddress(orderId: string, qrToken: string): string {
  return `${PACK_PAGE_PATH}?${new URLSearchParams({ QRToken: qrToken, orderId })}`;
}

const packUploadState = uploadState.extend({
  orderId: z.string(),
  /** The items of the order. */
  items: z.array(z.object({ title: z.string().nullable(), sku: z.string().nullable(), image_url: z.string().nullable(), quantity: z.number() })),
});
export type PackUploadState = z.infer<typeof packUploadState>;

export const packUpload = uploadEndpoints({
  base: '/api/orders/packphotos/:orderId',
  of: 'an order',
  params: { orderId: orderNumber },
  section: z.enum(PACK_SECTION_KEYS),
  state: packUploadState,
});

const packCode = z.object({
  orderId: z.string(),
  qrToken: z.string(),
  /** The page of the QR code, without the host, which the browser knows. */
  link: z.string(),
  expires_at: utcText,
});

export const mintPackCode = endpoint('POST /api/orders/:id/photos/code', {
  summary: 'A link for uploading pack photos from one phone. It replaces the earlier links',
  params: z.object({ id: orderNumber }),
  response: packCode,
});

export const packPhoto = storedPhoto(PACK_SECTION_KEYS);
export type PackPhoto = z.infer<typeof packPhoto>;

export const removePackPhoto = endpoint('DELETE /api/orders/:id/photos/:photoId', {
  summary: 'Remove a pack photo. The removal is recorded with the person',
  params: z.object({ id: orderNumber, photoId: recordId }),
  response: success,
});

export const servePackPhoto = servedPhoto({
  path: '/uploads/orders/:orderId/:section/:filename',
  of: 'a packed order',
  params: { orderId: z.string().max(40) },
});
