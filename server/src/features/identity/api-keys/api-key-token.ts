import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_KEY_PREFIX } from '@stowage/contract/identity/api-keys';

const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A key with 256 random bits: `stw_`, 43 characters, and 6 of a checksum by which a scanner recognizes a real key. */
export function newApiKey(): string {
  const secret = inDigits(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return `${API_KEY_PREFIX}${secret}${checksumOf(secret)}`;
}

/** Whether a bearer token is meant as an API key. */
export function isApiKey(token: string | undefined): token is string {
  return token?.startsWith(API_KEY_PREFIX) === true;
}

/** Whether a key has the right form and checksum: no other one is looked up. */
export function isWellFormed(key: string): boolean {
  if (!FORM.test(key)) return false;
  const secret = key.slice(API_KEY_PREFIX.length, -CHECKSUM_LENGTH);
  return key.endsWith(checksumOf(secret));
}

/** The end of a key, by which people recognize it. */
export function hintOf(key: string): string {
  return key.slice(-HINT_LENGTH);
}

function checksumOf(secret: string): string {
  return inDigits(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function inDigits(value: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let text = '';
  for (let rest = value; text.length < length; rest /= base) text = DIGITS.charAt(Number(rest % base)) + text;
  return text;
}
