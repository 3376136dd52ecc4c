import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { folderOf, type PhotoAlbum } from '../albums/photo-album.ts';

const HOUR_MS = 3_600_000;
const SIGNATURE_BYTES = 16;
const THUMBNAIL = '-400.jpg';

interface PhotoPlace {
  readonly album: PhotoAlbum;
  readonly section: string;
  readonly filename: string;
}

export interface PhotoAddresses {
  /** Where a picture of a page finds a photo and its thumbnail: pictures cannot send a bearer token. */
  of(photo: PhotoPlace): { url: string; thumbnail_url: string };
  isSigned(path: string, expires: string | undefined, signature: string | undefined): boolean;
}

/** Addresses that work for one to two hours. They stay the same for an hour, so that a browser keeps what it has. */
export function createPhotoAddresses({ key, clock }: { key: string; clock: Clock }): PhotoAddresses {
  const sign = (path: string, expires: number) => createHmac('sha256', key).update(`photo ${path} ${expires}`).digest().subarray(0, SIGNATURE_BYTES);
  const address = (path: string) => {
    const expires = (Math.floor(clock.now().getTime() / HOUR_MS) + 2) * HOUR_MS;
    return `${path}?expires=${expires}&signature=${sign(path, expires).toString('base64url')}`;
  };
  return {
    of({ album, section, filename }) {
      const path = photoPath({ album, section, filename });
      return { url: address(path), thumbnail_url: address(thumbnailOf(path)) };
    },
    isSigned(path, expires, signature) {
      const until = Number(expires);
      const given = Buffer.from(signature ?? '', 'base64url');
      return until > clock.now().getTime() && given.length === SIGNATURE_BYTES && timingSafeEqual(given, sign(path, until));
    },
  };
}

/** The address of a photo, without what signs it. */
export function photoPath({ album, section, filename }: PhotoPlace): string {
  return `/uploads/${folderOf(album)}/${section}/${filename}`;
}

/** `box-1f0c.jpg` has its thumbnail beside it, `box-1f0c-400.jpg`. */
export function thumbnailOf(name: string): string {
  return name.replace(/\.jpg$/, THUMBNAIL);
}

/** Which photo a name means, and whether its thumbnail. */
export function photoOf(name: string): { filename: string; isThumbnail: boolean } {
  const isThumbnail = name.endsWith(THUMBNAIL);
  return { filename: isThumbnail ? `${name.slice(0, -THUMBNAIL.length)}.jpg` : name, isThumbnail };
}
