import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PhotoAlbum } from '../albums/photo-album.ts';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

export interface LinkTokens {
  /** @param from derives the same token again for the same value; without it, the token is random */
  make(album: PhotoAlbum, from?: string): string;
  /** Whether we made this token for this album. The link may still be expired or revoked. */
  isOurs(token: string, album: PhotoAlbum): boolean;
}

/** Tokens of links. They are short enough for a QR code, and signed, so that guesses never reach the database. @param keys the current one first */
export function createLinkTokens(keys: () => readonly string[]): LinkTokens {
  const hmac = (key: string, text: string | Buffer, { kind, id }: PhotoAlbum) => createHmac('sha256', key).update(`${kind} link ${id} `).update(text).digest();
  const sign = (key: string, id: Buffer, album: PhotoAlbum) => hmac(key, id, album).subarray(0, SIGNATURE_BYTES);
  return {
    make(album, from) {
      const [key = ''] = keys();
      const id = from === undefined ? randomBytes(ID_BYTES) : hmac(key, `from ${from}`, album).subarray(0, ID_BYTES);
      return Buffer.concat([id, sign(key, id, album)]).toString('base64url');
    },
    isOurs(token, album) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return false;
      return keys().some((key) => timingSafeEqual(bytes.subarray(ID_BYTES), sign(key, bytes.subarray(0, ID_BYTES), album)));
    },
  };
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
