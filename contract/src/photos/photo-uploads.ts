import * as z from 'zod';
import { endpoint, fileBytes, success } from '../endpoint.ts';
import { utcText } from '../inventory/scan.ts';

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

/** A case, or the packing of an order, holds at most so many photos. */
export const ALBUM_MAX_PHOTOS = 40;

export const PHOTO_REFUSALS = {
  too_large: 'A photo may have at most 15 MB.',
  too_many: `At most ${ALBUM_MAX_PHOTOS} photos are kept together.`,
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

const clientPhotoId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

/** How far a section of photos is. */
export const photoSectionState = z.object({
  section: z.string(),
  name: z.string(),
  required: z.number(),
  taken: z.number(),
  /** Why it could not be taken. */
  cannot_take: z.string().nullable(),
});
export type PhotoSectionState = z.infer<typeof photoSectionState>;

/** A photo as the phone is told of it. */
export const uploadedPhoto = z.object({
  clientPhotoId: z.string(),
  section: z.string(),
  thumbnail_url: z.string(),
  /** Not once it was handed in. */
  can_remove: z.boolean(),
});
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;

/** What every phone is shown, whatever it photographs. */
export const uploadState = z.object({ expires_at: utcText, sections: z.array(photoSectionState), photos: z.array(uploadedPhoto) });
export type UploadState = z.infer<typeof uploadState>;

const progress = z.object({
  /** From where the photo is to be sent on. */
  offset: z.number(),
  /** Set once it is kept. */
  photo: uploadedPhoto.nullable(),
});

interface UploadOf<B extends string, P extends z.ZodRawShape, K extends z.ZodType<string>, S extends z.ZodType> {
  /** Where its calls are: `/api/returns/createcase/uploads/:caseId`. */
  readonly base: B;
  /** What the photos are of, with its article. */
  readonly of: string;
  readonly params: P;
  readonly section: K;
  readonly state: S;
}

/** The calls by which a phone uploads the photos of one thing: the token of the link is the bearer token. */
export function uploadEndpoints<const B extends string, P extends z.ZodRawShape, K extends z.ZodType<string>, S extends z.ZodType>(
  about: UploadOf<B, P, K, S>,
) {
  const { base, of, state } = about;
  const params = z.object(about.params);
  const ofPhoto = z.object({ ...about.params, clientPhotoId });
  return {
    open: endpoint({
      method: 'POST',
      path: `${base}/open`,
      summary: `What photos ${of} needs. The token of the link is the bearer token; the first phone that opens it keeps it, by a cookie`,
      params,
      response: state,
      reasons: LINK_REASONS,
    }),
    begin: endpoint({
      method: 'POST',
      path: `${base}/photos`,
      summary: `Announce a photo of ${of}, or ask how much of it has arrived`,
      params,
      body: z.object({
        clientPhotoId,
        section: about.section,
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
    }),
    sendPart: endpoint({
      method: 'PUT',
      path: `${base}/photos/:clientPhotoId`,
      summary: `Send a part of a photo of ${of}, of at most ${PHOTO_CHUNK_BYTES} bytes; the last one finishes it. One that does not begin where the last has ended is answered with where that is`,
      params: ofPhoto,
      query: z.object({ offset: z.coerce.number<number | string>().int().min(0) }),
      body: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array, 'must be bytes'),
      accepts: 'bytes',
      maxBodyBytes: PHOTO_CHUNK_BYTES,
      response: progress,
      reasons: [...LINK_REASONS, 'not_begun', 'too_many', 'not_a_photo', 'unreadable', 'changed', 'deleted'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${base}/photos/:clientPhotoId`,
      summary: `Take a photo of ${of} back, before the photos are finished`,
      params: ofPhoto,
      response: success,
      reasons: [...LINK_REASONS, 'not_begun'],
    }),
    finish: endpoint({
      method: 'POST',
      path: `${base}/finish`,
      summary: `Say that all photos of ${of} are there; the link then works no more`,
      params,
      response: z.object({ ...about.params, photos: z.number() }),
      reasons: [...LINK_REASONS, 'photos_missing'],
    }),
  };
}

/** A photo as the pages show it. */
export function storedPhoto<const K extends readonly [string, ...string[]]>(sections: K) {
  return z.object({
    id: z.number(),
    section: z.enum(sections),
    original_filename: z.string(),
    uploaded_at: utcText,
    uploaded_by: z.string(),
    /** As its camera says, without a zone. */
    taken_at: utcText.nullable(),
    /** Where it lies for the next hour or two. */
    url: z.string(),
    thumbnail_url: z.string(),
  });
}

/** What a served photo's address ends with: who is not signed in needs its signature. */
export const signedQuery = z.object({ expires: z.string().max(20).optional(), signature: z.string().max(100).optional() });

/** The file of a photo. @param about.of what the photo is of, with its article */
export function servedPhoto<const P extends string, R extends z.ZodRawShape>({ path, of, params }: { path: P; of: string; params: R }) {
  return endpoint({
    method: 'GET',
    path,
    summary: `A photo of ${of}, for who is signed in, who has its signed address, and the phone that holds the link of this very one`,
    params: z.object({ ...params, section: z.string().max(40), filename: z.string().max(200) }),
    query: signedQuery,
    response: fileBytes,
    format: 'file',
  });
}
