import { createHash, randomBytes } from 'node:crypto';

/** A random token for a session or a mailed link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The database stores only hashes, so that a leaked copy opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
