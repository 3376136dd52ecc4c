import * as z from 'zod';
import { CASE_MAX_PHOTOS, PHOTO_SECTION_KEYS } from './case-shots.ts';
import { caseSection } from './cases.ts';
import { endpoint, servedFile, success } from './endpoint.ts';
import { utcText } from './inventory.ts';

/** A photo is at most so large. */
export const PHOTO_MAX_BYTES = 15 * 1024 * 1024;

/** A phone sends a photo in parts of this size. */
export const PHOTO_CHUNK_BYTES = 256 * 1024;

/** A phone makes a photo smaller than that before it sends it, where it can. */
export const PHOTO_LONG_EDGE = 2_560;
export const PHOTO_QUALITY = 0.85;

/** The longer edge of a thumbnail. */
export const THUMBNAIL_EDGE = 400;

/** How long a link for photos works. */
export const UPLOAD_LINK_MINUTES = 30;

export const PHOTO_REFUSALS = {
  too_large: 'A photo may have at most 15 MB.',
  too_many: `A case holds at most ${CASE_MAX_PHOTOS} photos.`,
  not_a_photo: 'This is not a photo. JPEG, PNG, WebP and HEIC are taken.',
  unreadable: 'This photo cannot be read: it is damaged, or has too many pixels.',
  bad_name: 'A file name must not hold a path.',
  changed: 'This photo changed on its way. Please send it again.',
} as const;

export const LINK_REFUSALS = {
  wrong: 'This code is not valid. Ask for a new code.',
  expired: 'This code has expired. Ask for a new code.',
  revoked: 'This code was replaced by a newer one. Ask for a new code.',
  finished: 'These photos were sent already. Ask for a new code.',
  other_phone: 'This code was opened on another phone. Ask for a new code.',
} as const;
export const LINK_REASONS = ['wrong', 'expired', 'revoked', 'finished', 'other_phone'] as const;

const caseId = z.coerce.number<number | string>().int().positive();
const ofCase = z.object({ caseId });
const clientPhotoId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);
const ofPhoto = z.object({ caseId, clientPhotoId });

const uploadedPhoto = z.object({
  clientPhotoId: z.string(),
  section: z.enum(PHOTO_SECTION_KEYS),
  thumbnail_url: z.string(),
  /** Not once it was handed in. */
  can_remove: z.boolean(),
});
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;

const uploadState = z.object({
  caseId: z.number(),
  item_name: z.string().nullable(),
  /** What the marketplace shows of the product: what was expected. */
  image_url: z.string().nullable(),
  fnsku: z.string(),
  quantity: z.number(),
  disposition: z.string().nullable(),
  tracking_number: z.string(),
  expires_at: utcText,
  sections: z.array(caseSection),
  photos: z.array(uploadedPhoto),
});
export type UploadState = z.infer<typeof uploadState>;

const BASE = '/api/returns/createcase/uploads/:caseId';

export const openUpload = endpoint({
  method: 'POST',
  path: `${BASE}/open`,
  summary: 'What photos a case needs. The token of the link is the bearer token; the first phone that opens it keeps it, by a cookie',
  params: ofCase,
  response: uploadState,
  reasons: LINK_REASONS,
});

const progress = z.object({
  /** From where the photo is to be sent on. */
  offset: z.number(),
  /** Set once it is kept. */
  photo: uploadedPhoto.nullable(),
});

export const beginPhoto = endpoint({
  method: 'POST',
  path: `${BASE}/photos`,
  summary: 'Announce a photo, or ask how much of it has arrived',
  params: ofCase,
  body: z.object({
    clientPhotoId,
    section: z.enum(PHOTO_SECTION_KEYS),
    filename: z.string().max(255),
    size: z.number().int().positive(),
    /** Of the whole, in hexadecimal, where the browser can tell it. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** The camera's time, which a photo loses when it is made smaller. */
    takenAt: utcText.optional(),
  }),
  response: progress,
  reasons: [...LINK_REASONS, 'too_large', 'too_many', 'not_asked_for', 'bad_name', 'deleted'],
});

export const sendPart = endpoint({
  method: 'PUT',
  path: `${BASE}/photos/:clientPhotoId`,
  summary: `Send a part of a photo, of at most ${PHOTO_CHUNK_BYTES} bytes; the last one finishes it. One that does not begin where the last has ended is answered with where that is`,
  params: ofPhoto,
  query: z.object({ offset: z.coerce.number<number | string>().int().min(0) }),
  body: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array, 'must be bytes'),
  accepts: 'bytes',
  maxBodyBytes: PHOTO_CHUNK_BYTES,
  response: progress,
  reasons: [...LINK_REASONS, 'not_begun', 'too_many', 'not_a_photo', 'unreadable', 'changed', 'deleted'],
});

export const removePhoto = endpoint({
  method: 'DELETE',
  path: `${BASE}/photos/:clientPhotoId`,
  summary: 'Take a photo back, before the photos are finished',
  params: ofPhoto,
  response: success,
  reasons: [...LINK_REASONS, 'not_begun'],
});

export const cannotTake = endpoint({
  method: 'POST',
  path: `${BASE}/cannot-take`,
  summary: 'Say why required photos cannot be taken; without a reason, that they can after all',
  params: ofCase,
  body: z.object({ section: z.enum(PHOTO_SECTION_KEYS), reason: z.string().trim().max(300).nullable() }),
  response: uploadState,
  reasons: LINK_REASONS,
});

export const finishUpload = endpoint({
  method: 'POST',
  path: `${BASE}/finish`,
  summary: 'Say that all photos are there; the link then works no more',
  params: ofCase,
  response: z.object({ caseId: z.number(), photos: z.number() }),
  reasons: [...LINK_REASONS, 'photos_missing'],
});

export const servePhoto = endpoint({
  method: 'GET',
  path: '/uploads/returns/:caseId/:section/:filename',
  summary: 'A photo of a case, for who is signed in, who has its signed address, and the phone that holds the link of this very case',
  params: z.object({ caseId: z.string().max(20), section: z.string().max(40), filename: z.string().max(200) }),
  query: z.object({ expires: z.string().max(20).optional(), signature: z.string().max(100).optional() }),
  response: servedFile,
  format: 'file',
});

export const caseZip = endpoint({
  method: 'GET',
  path: '/api/qrcases/:id/evidence.zip',
  summary: 'The evidence of a case: photos, PDF, history, and a manifest of their SHA-256 hashes',
  params: z.object({ id: caseId }),
  response: servedFile,
  format: 'file',
});

export const casePdf = endpoint({
  method: 'GET',
  path: '/api/qrcases/:id/evidence.pdf',
  summary: 'The evidence of a case as one document: what is claimed, the photos with their hashes, the history',
  params: z.object({ id: caseId }),
  response: servedFile,
  format: 'file',
});
