import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;

/**
 * Encrypts a text with AES-256-GCM.
 * @param context the purpose, such as `marketplace`; a text that was sealed for one purpose does not open for another
 */
export function seal(text: string, { key, context }: { key: Buffer; context: string }): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, ...[iv, cipher.getAuthTag(), content].map((part) => part.toString('base64url'))].join('.');
}

/** @returns undefined when it was sealed with another key, for another purpose, or was changed */
export function unseal(sealed: string, { key, context }: { key: Buffer; context: string }): string | undefined {
  const [version, ...parts] = sealed.split('.');
  const [iv, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (version !== VERSION || iv === undefined || tag === undefined || content === undefined) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 }).setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
