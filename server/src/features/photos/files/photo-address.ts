import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '@stowage/contract/formats/durations';
import type { Clock } from '../../../platform/clock.ts';
import { folderOf, type PhotoAlbum } from '../albums/photo-album.ts';

const SIGNATURE_BYTES = 16;
/** The longest life of an address. */
export const ADDRESS_MS = 2 * HOUR_MS;
const THUMBNAIL = '-400.jpg';

interface PhotoPlace {
  readonly album: PhotoAlbum;
  readonly section: string;
  readonly filename: string;
}

export interface SignedQuery {
  readonly expires?: string | undefined;
  readonly session?: string | undefined;
  readonly signature?: string | undefined;
}

export interface PhotoAddresses {
  /**
   * The addresses of a photo and its thumbnail, signed because `<img>` elements cannot send a bearer token.
   * @param session the session that they end with
   */
  of(photo: PhotoPlace, session?: string): { url: string; thumbnail_url: string };
  isSigned(path: string, signed: SignedQuery): boolean;
}

/** Signs addresses that are valid for one to two hours. They change once per hour, so that browsers can cache the photos. @param keys the current one first */
export function createPhotoAddresses({ keys, clock }: { readonly keys: () => readonly string[]; clock: Clock }): PhotoAddresses {
  const sign = (key: string, path: string, expires: number, session = '') =>
    createHmac('sha256', key).update(`photo ${path} ${expires} ${session}`).digest().subarray(0, SIGNATURE_BYTES);
  const address = (path: string, session?: string) => {
    const expires = (Math.floor(clock.now().getTime() / HOUR_MS) + 2) * HOUR_MS;
    const query = session === undefined ? '' : `&session=${session}`;
    return `${path}?expires=${expires}${query}&signature=${sign(keys()[0] ?? '', path, expires, session).toString('base64url')}`;
  };
  return {
    of({ album, section, filename }, session) {
      const path = photoPath({ album, section, filename });
      return { url: address(path, session), thumbnail_url: address(thumbnailOf(path), session) };
    },
    isSigned(path, { expires, session, signature }) {
      const until = Number(expires);
      const given = Buffer.from(signature ?? '', 'base64url');
      return until > clock.now().getTime() && given.length === SIGNATURE_BYTES && keys().some((key) => timingSafeEqual(given, sign(key, path, until, session)));
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
