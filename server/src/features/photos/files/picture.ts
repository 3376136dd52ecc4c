import { exifTime } from '@stowage/contract/photos/exif-time';
import { PHOTO_LONG_EDGE, PHOTO_QUALITY, PHOTO_REFUSALS, THUMBNAIL_EDGE } from '@stowage/contract/photos/photo-uploads';
import type Sharp from 'sharp';
import { AppError } from '../../../platform/app-error.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { decodeHeic, type Pixels } from './heic.ts';
import { photoKind } from './photo-kind.rules.ts';

export interface Picture {
  readonly jpeg: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
  readonly takenAt: string | undefined;
}

/** A hundred megapixels is more than any phone takes. A decoder needs up to four bytes per pixel. */
const MAX_PIXELS = 100_000_000;
/** The HEIC decoder holds the whole picture several times. */
const MAX_HEIC_PIXELS = 50_000_000;
/** The limit on photos that are decoded at the same time, which bounds the memory. */
const AT_ONCE = 2;
const THUMBNAIL_QUALITY = 75;

const inTurn = createConcurrencyLimit(AT_ONCE);

let loaded: Promise<typeof Sharp> | undefined;
/** Loaded with the first photo, so that the server starts faster. */
const loadSharp = () => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
};

/**
 * Converts an uploaded file into an upright JPEG without metadata, such as the place.
 * @throws AppError `not_a_photo` or `unreadable`
 */
export function readPicture(sent: Buffer): Promise<Picture> {
  return inTurn(async () => {
    const kind = photoKind(sent);
    if (kind === undefined) throw new AppError('invalid_input', PHOTO_REFUSALS.not_a_photo, { reason: 'not_a_photo' });
    const sharp = await loadSharp();
    try {
      const { width = 0, height = 0, exif } = await sharp(sent, { limitInputPixels: MAX_PIXELS }).metadata();
      // Checked before decoding, because a small file can contain a picture that fills the memory.
      if (width * height > (kind === 'heic' ? MAX_HEIC_PIXELS : MAX_PIXELS)) throw new Error('Too many pixels');
      const source = kind === 'heic' ? await decodeHeic(sent) : sent;
      return { ...(await toJpeg(source)), takenAt: exif && exifTime(exif) };
    } catch {
      throw new AppError('invalid_input', PHOTO_REFUSALS.unreadable, { reason: 'unreadable' });
    }
  });
}

async function toJpeg(source: Buffer | Pixels): Promise<Omit<Picture, 'takenAt'>> {
  const sharp = await loadSharp();
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const opened = Buffer.isBuffer(source)
    ? sharp(source, limits)
    : sharp(source.data, { ...limits, raw: { width: source.width, height: source.height, channels: 4 } });
  const { data: jpeg, info } = await opened
    .rotate()
    .flatten({ background: '#ffffff' })
    .resize({ width: PHOTO_LONG_EDGE, height: PHOTO_LONG_EDGE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: PHOTO_QUALITY * 100 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg, width: info.width, height: info.height, thumbnail: await shrink(jpeg, THUMBNAIL_EDGE) };
}

/** Scales a picture down to a longer edge of at most this many pixels. */
export function resizePicture(jpeg: Buffer, edge: number): Promise<Buffer> {
  return inTurn(() => shrink(jpeg, edge));
}

async function shrink(jpeg: Buffer, edge: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(jpeg).resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }).jpeg({ quality: THUMBNAIL_QUALITY }).toBuffer();
}
