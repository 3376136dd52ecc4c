import { exifTime } from '@stowage/contract/photos/exif-time';
import { PHOTO_LONG_EDGE, PHOTO_QUALITY, PHOTO_REFUSALS, THUMBNAIL_EDGE } from '@stowage/contract/photos/photo-uploads';
import type Sharp from 'sharp';
import { AppError } from '../../../platform/app-error.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { jpegOfHeic } from './heic.ts';
import { photoKind } from './photo-kind.rules.ts';

export interface Picture {
  readonly jpeg: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
  readonly takenAt: string | undefined;
}

/** A hundred megapixels: more than any phone's, and four bytes of each are what a decoder may need. */
const MAX_PIXELS = 100_000_000;
/** The decoder of an iPhone's photos holds the whole picture several times. */
const MAX_HEIC_PIXELS = 50_000_000;
/** However many phones send at once, so many photos are decoded: memory stays flat. */
const AT_ONCE = 2;
const THUMBNAIL_QUALITY = 75;

const inTurn = createConcurrencyLimit(AT_ONCE);

let loaded: Promise<typeof Sharp> | undefined;
/** Loaded with the first photo: no start waits for it. */
const loadSharp = () => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
};

/**
 * Makes our own picture of what somebody sent: upright, without anything that its camera wrote into it, such as a place.
 * @throws AppError `not_a_photo` or `unreadable`
 */
export function readPicture(sent: Buffer): Promise<Picture> {
  return inTurn(async () => {
    const kind = photoKind(sent);
    if (kind === undefined) throw new AppError('invalid_input', PHOTO_REFUSALS.not_a_photo, { reason: 'not_a_photo' });
    const sharp = await loadSharp();
    try {
      const { width = 0, height = 0, exif } = await sharp(sent, { limitInputPixels: MAX_PIXELS }).metadata();
      // Before anything is decoded: a small file can hold a picture that fills the memory.
      if (width * height > (kind === 'heic' ? MAX_HEIC_PIXELS : MAX_PIXELS)) throw new Error('Too many pixels');
      const source = kind === 'heic' ? await jpegOfHeic(sent) : sent;
      return { ...(await ourOwn(source)), takenAt: exif && exifTime(exif) };
    } catch {
      throw new AppError('invalid_input', PHOTO_REFUSALS.unreadable, { reason: 'unreadable' });
    }
  });
}

async function ourOwn(source: Buffer): Promise<Omit<Picture, 'takenAt'>> {
  const sharp = await loadSharp();
  const { data: jpeg, info } = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .flatten({ background: '#ffffff' })
    .resize({ width: PHOTO_LONG_EDGE, height: PHOTO_LONG_EDGE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: PHOTO_QUALITY * 100 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg, width: info.width, height: info.height, thumbnail: await smaller(jpeg, THUMBNAIL_EDGE) };
}

/** The same picture with a longer edge of at most so many pixels. */
export function resizePicture(jpeg: Buffer, edge: number): Promise<Buffer> {
  return inTurn(() => smaller(jpeg, edge));
}

async function smaller(jpeg: Buffer, edge: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(jpeg).resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }).jpeg({ quality: THUMBNAIL_QUALITY }).toBuffer();
}
