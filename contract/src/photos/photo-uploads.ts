import * as z from 'zod';
import { endpoint, fileBytes, success, takesBytes } from '../endpoint.ts';
import { INTEGER_MAX } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { isCameraTime } from './exif-time.ts';

export const PHOTO_MAX_BYTES = 15 * 1024 * 1024;

/** The size of the parts in which a phone sends a photo. */
export const PHOTO_CHUNK_BYTES = 256 * 1024;

/** A phone scales photos down to this size before it sends them, if it can. */
export const PHOTO_LONG_EDGE = 2_560;
export const PHOTO_QUALITY = 0.85;

/** The longer edge of a thumbnail. */
export const THUMBNAIL_EDGE = 400;

/** The lifetime of a link for photos. */
export const UPLOAD_LINK_MINUTES = 30;

export const ALBUM_MAX_PHOTOS = 40;

export const PHOTO_REFUSALS = {
  too_large: 'A photo may have at most 15 MB.',
  too_many: `At most ${ALBUM_MAX_PHOTOS} photos can be stored together.`,
  not_a_photo: 'This is not a photo. Use JPEG, PNG, WebP or HEIC.',
  unreadable: 'This photo cannot be read: it is damaged, or has too many pixels.',
  bad_name: 'A file name must not hold a path.',
  changed: 'This photo changed during the upload. Please send it again.',
} as const;

export const LINK_REFUSALS = {
  wrong: 'This code is not valid. Ask for a new code.',
  expired: 'This code has expired. Ask for a new code.',
  revoked: 'This code was replaced by a newer one. Ask for a new code.',
  finished: 'These photos were already submitted. Ask for a new code.',
  other_phone: 'This code was opened on another phone. Ask for a new code.',
} as const;
export const LINK_REASONS = ['wrong', 'expired', 'revoked', 'finished', 'other_phone'] as const;

const clientPhotoId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

/** The progress of a section of photos. */
export const photoSectionState = z.object({
  section: z.string(),
  name: z.string(),
  required: z.number(),
  taken: z.number(),
  /** Why its photos cannot be taken. */
  cannot_take: z.string().nullable(),
});
export type PhotoSectionState = z.infer<typeof photoSectionState>;

/** A photo as the upload page shows it. */
const uploadedPhoto = z.object({
  clientPhotoId: z.string(),
  section: z.string(),
  thumbnail_url: z.string(),
  /** False once the photos are submitted. */
  can_remove: z.boolean(),
});
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;

/** The part of an upload page's state that every kind of album has. */
export const uploadState = z.object({ expires_at: utcText, sections: z.array(photoSectionState), photos: z.array(uploadedPhoto) });
export type UploadState = z.infer<typeof uploadState>;

const progress = z.object({
  /** The position of the next part. */
  offset: z.number(),
  /** Set once the photo is stored. */
  photo: uploadedPhoto.nullable(),
});

interface UploadOf<B extends string, P extends z.ZodRawShape, K extends z.ZodType<string>, S extends z.ZodType> {
  /** The common prefix of the calls: `/api/returns/createcase/uploads/:caseId`. */
  readonly base: B;
  /** What the photos are of, with its article, for the summaries. */
  readonly of: string;
  readonly params: P;
  readonly section: K;
  readonly state: S;
}

/** The calls by which a phone uploads the photos of one album. The token of the link is the bearer token. */
export function uploadEndpoints<const B extends string, P extends z.ZodRawShape, K extends z.ZodType<string>, S extends z.ZodType>(
  about: UploadOf<B, P, K, S>,
) {
  const { base, of, state } = about;
  const params = z.object(about.params);
  const ofPhoto = z.object({ ...about.params, clientPhotoId });
  return {
    open: endpoint(`POST ${base}/open`, {
      summary: `The photos that ${of} needs. The token of the link is the bearer token; the first phone that opens the link keeps it, by a cookie`,
      params,
      response: state,
      reasons: LINK_REASONS,
    }),
    begin: endpoint(`POST ${base}/photos`, {
      summary: `Announce a photo of ${of}, or ask how much of it has been received`,
      params,
      body: z.object({
        clientPhotoId,
        section: about.section,
        filename: z.string().max(255),
        size: z.int().positive().max(INTEGER_MAX),
        /** The hash of the whole file, in hexadecimal, if the browser can compute it. */
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
        /** The camera's time, which is lost when the photo is scaled down. An impossible one is left out: the photo counts more than its time. */
        takenAt: utcText.transform((time) => (isCameraTime(time) ? time : undefined)).optional(),
      }),
      response: progress,
      reasons: [...LINK_REASONS, 'too_large', 'too_many', 'not_asked_for', 'bad_name', 'deleted'],
    }),
    sendPart: endpoint(`PUT ${base}/photos/:clientPhotoId`, {
      summary: `Send a part of a photo of ${of}, at most ${PHOTO_CHUNK_BYTES} bytes; the last part finishes it. A part at another position is answered with the expected one`,
      params: ofPhoto,
      query: z.object({ offset: z.coerce.number<number | string>().int().min(0).max(INTEGER_MAX) }),
      ...takesBytes,
      maxBodyBytes: PHOTO_CHUNK_BYTES,
      response: progress,
      reasons: [...LINK_REASONS, 'not_begun', 'too_many', 'not_a_photo', 'unreadable', 'changed', 'deleted'],
    }),
    remove: endpoint(`DELETE ${base}/photos/:clientPhotoId`, {
      summary: `Remove a photo of ${of}, before the photos are submitted`,
      params: ofPhoto,
      response: success,
      reasons: [...LINK_REASONS, 'not_begun'],
    }),
    finish: endpoint(`POST ${base}/finish`, {
      summary: `Submit the photos of ${of}, which ends the link`,
      params,
      response: z.object({ ...about.params, photos: z.number() }),
      reasons: [...LINK_REASONS, 'photos_missing'],
    }),
  };
}

export function storedPhoto<const K extends readonly [string, ...string[]]>(sections: K) {
  return z.object({
    id: z.number(),
    section: z.enum(sections),
    original_filename: z.string(),
    uploaded_at: utcText,
    uploaded_by: z.string(),
    /** From the camera, without a time zone. */
    taken_at: utcText.nullable(),
    /** Valid for one to two hours. */
    url: z.string(),
    thumbnail_url: z.string(),
  });
}

/** The end of a photo's address. Callers who are not signed in need the signature. */
export const signedQuery = z.object({ expires: z.string().max(20).optional(), session: z.uuid().optional(), signature: z.string().max(100).optional() });

/** The call that serves a photo. @param endpoint `of`: what the photo shows, with its article */
export function servedPhoto<const P extends string, R extends z.ZodRawShape>({ path, of, params }: { path: P; of: string; params: R }) {
  return endpoint(`GET ${path}`, {
    summary: `A photo of ${of}, for signed-in people, signed addresses, and the phone that holds the album's link`,
    params: z.object({ ...params, section: z.string().max(40), filename: z.string().max(200) }),
    query: signedQuery,
    response: fileBytes,
    format: 'file',
  });
}
