import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
/** Accepts clocks that are off by one step. */
const STEP_OFFSETS = [0, -1, 1] as const;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Creates a secret for an authenticator, in base32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The address in the QR code for the authenticator. */
export function totpAddress(secret: string, email: string): string {
  return `otpauth://totp/Stowage:${encodeURIComponent(email)}?secret=${secret}&issuer=Stowage&algorithm=SHA1&digits=6&period=30`;
}

/** Finds the 30-second step of a code (RFC 6238). The caller stores it, so that a code works once. @returns undefined for a wrong code */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const given = Buffer.from(code.replaceAll(' ', ''));
  const current = Math.floor(now.getTime() / STEP_MS);
  return STEP_OFFSETS.map((offset) => current + offset).find((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
