import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordId, utcText } from '../inventory/scan.ts';
import { servedPhoto, storedPhoto, uploadEndpoints, uploadState } from '../photos/photo-uploads.ts';
import { orderNumber } from './order-shipment.ts';

/** What is photographed when an order is packed. The keys are the sections of the photos' addresses. */
export const PACK_SECTIONS = {
  contents: 'What is in the box',
  packed: 'Packed box',
  label: 'Shipping label',
} as const;
export type PackSection = keyof typeof PACK_SECTIONS;
export const PACK_SECTION_KEYS = Object.keys(PACK_SECTIONS) as [PackSection, ...PackSection[]];

/** Photos of this section show whom the order goes to: they are forgotten with the recipient. */
export const PERSONAL_SECTION: PackSection = 'label';

/** The page that a phone opens by the QR code of an order. */
export const PACK_PAGE_PATH = '/api/orders/packphotos';

export function packPageAddress(orderId: string, qrToken: string): string {
  return `${PACK_PAGE_PATH}?${new URLSearchParams({ QRToken: qrToken, orderId })}`;
}

const packUploadState = uploadState.extend({
  orderId: z.string(),
  /** What goes into the box. */
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
  /** The page behind the QR code, without the host: the browser knows by which one it is reached. */
  link: z.string(),
  expires_at: utcText,
});

export const mintPackCode = endpoint({
  method: 'POST',
  path: '/api/orders/:id/photos/code',
  summary: 'A link by which one phone uploads photos of how an order is packed; those before it work no more',
  params: z.object({ id: orderNumber }),
  response: packCode,
});

export const packPhoto = storedPhoto(PACK_SECTION_KEYS);
export type PackPhoto = z.infer<typeof packPhoto>;

export const removePackPhoto = endpoint({
  method: 'DELETE',
  path: '/api/orders/:id/photos/:photoId',
  summary: 'Remove a photo of how an order was packed; that it was there, and who removed it, is kept',
  params: z.object({ id: orderNumber, photoId: recordId }),
  response: success,
});

export const servePackPhoto = servedPhoto({
  path: '/uploads/orders/:orderId/:section/:filename',
  of: 'how an order was packed',
  params: { orderId: z.string().max(40) },
});
