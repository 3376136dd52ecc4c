import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keys/keyring.ts';

const ALGORITHM = 'aes-256-gcm';
/** A text without the id of its key, as earlier versions wrote it. */
const PLAIN_VERSION = 'v1';
/** The id of the key follows. */
const VERSION = 'v2';
const IV_BYTES = 12;

interface Sealing {
  readonly key: Keyring;
  /** The purpose, such as `marketplace`; a text that was sealed for one purpose does not open for another. */
  readonly context: string;
}

/** Encrypts a text with AES-256-GCM, under the current key. */
export function seal(text: string, { key: ring, context }: Sealing): string {
  const iv = randomBytes(IV_BYTES);
  const { id, key } = ring.current();
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), content].map((part) => part.toString('base64url'));
  return [...(ring.namesKeys() ? [VERSION, id] : [PLAIN_VERSION]), ...parts].join('.');
}

/** @returns undefined when it was sealed with another key, for another purpose, or was changed */
export function unseal(sealed: string, { key: ring, context }: Sealing): string | undefined {
  const [version, ...rest] = sealed.split('.');
  const keys = version === PLAIN_VERSION ? ring.all() : version === VERSION ? [ring.find(rest.shift() ?? '')] : [];
  for (const found of keys) {
    const text = found === undefined ? undefined : open(rest, found.key, context);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** How texts under a key begin, and nothing else. */
export function sealedPrefix(id: string): string {
  return `${VERSION}.${id}.`;
}

function open(parts: readonly string[], key: Buffer, context: string): string | undefined {
  const [iv, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (iv === undefined || tag === undefined || content === undefined) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 }).setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
