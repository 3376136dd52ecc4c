import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { servedPhoto, storedPhoto, uploadEndpoints, uploadState } from '../photos/photo-uploads.ts';

/** The sections of a damaged line's photos. The keys are part of the photos' URLs. */
export const DAMAGE_SECTIONS = {
  damage: 'Damaged units',
  box: 'Box and its label',
} as const;
export type DamageSection = keyof typeof DAMAGE_SECTIONS;
const DAMAGE_SECTION_KEYS = Object.keys(DAMAGE_SECTIONS) as [DamageSection, ...DamageSection[]];

/** The page that a phone opens with the QR code of a line. */
export const DAMAGE_PAGE_PATH = '/api/receiveinventory/damagephotos';

export function damagePageAddress(lineId: number, qrToken: string): string {
  return `${DAMAGE_PAGE_PATH}?${new URLSearchParams({ QRToken: qrToken, lineId: String(lineId) })}`;
}

const damageUploadState = uploadState.extend({ lineId: z.number(), po_number: z.string(), supplier_sku: z.string(), product_name: z.string() });
export type DamageUploadState = z.infer<typeof damageUploadState>;

export const damageUpload = uploadEndpoints({
  base: '/api/receiveinventory/damagephotos/:lineId',
  of: 'a purchase order line',
  params: { lineId: recordId },
  section: z.enum(DAMAGE_SECTION_KEYS),
  state: damageUploadState,
});

export const mintDamageCode = endpoint('POST /api/purchase-order-lines/:id/photos/code', {
  summary: 'Create a link with which one phone uploads photos of damaged units of a purchase order line; revokes earlier links',
  params: recordParams,
  response: z.object({
    lineId: z.number(),
    qrToken: z.string(),
    /** The URL of the upload page, without the host. */
    link: z.string(),
    expires_at: utcText,
  }),
});

export const damagePhoto = storedPhoto(DAMAGE_SECTION_KEYS);
export type DamagePhoto = z.infer<typeof damagePhoto>;

export const damagePhotos = endpoint('GET /api/purchase-order-lines/:id/photos', {
  summary: 'The photos of the damaged units of a purchase order line, evidence for its credits',
  params: recordParams,
  response: z.array(damagePhoto),
});

export const removeDamagePhoto = endpoint('DELETE /api/purchase-order-lines/:id/photos/:photoId', {
  summary: 'Remove a photo of a purchase order line; the audit log records it',
  params: recordParams.extend({ photoId: recordId }),
  response: success,
  reasons: ['note_needed'],
});

export const serveDamagePhoto = servedPhoto({
  path: '/uploads/purchasing/:lineId/:section/:filename',
  of: 'a purchase order line',
  params: { lineId: recordId },
});
