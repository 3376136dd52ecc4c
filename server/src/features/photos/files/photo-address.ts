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
  /** The addresses of a photo and its thumbnail, signed because `<img>` elements cannot send a bearer token. */
  of(photo: PhotoPlace): { url: string; thumbnail_url: string };
  isSigned(path: string, expires: string | undefined, signature: string | undefined): boolean;
}

/** Signs addresses that are valid for one to two hours. They change once per hour, so that browsers can cache the photos. */
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

/** The address of a photo, without the signature. */
export function photoPath({ album, section, filename }: PhotoPlace): string {
  return `/uploads/${folderOf(album)}/${section}/${filename}`;
}

/** The file name of a photo's thumbnail: `box-1f0c-400.jpg` for `box-1f0c.jpg`. */
export function thumbnailOf(name: string): string {
  return name.replace(/\.jpg$/, THUMBNAIL);
}

export function photoOf(name: string): { filename: string; isThumbnail: boolean } {
  const isThumbnail = name.endsWith(THUMBNAIL);
  return { filename: isThumbnail ? `${name.slice(0, -THUMBNAIL.length)}.jpg` : name, isThumbnail };
}
