import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type AgeIdentity, sharedSecret, shareWith } from './keys.ts';

/** A file is not one of age, is damaged, or was encrypted for another key. */
export class AgeError extends Error {}

/** A file was encrypted for another key, or the part of it that says for which was changed. */
export class WrongKeyError extends AgeError {}

const FIRST_LINE = 'age-encryption.org/v1';
const X25519_INFO = `${FIRST_LINE}/X25519`;
const SCRYPT_LABEL = `${FIRST_LINE}/scrypt`;
/** 2^17 with r = 8 takes 128 MB for about half a second; it happens once per run. */
const SCRYPT_LOG_N = 17;
const MAX_SCRYPT_LOG_N = 20;
const FILE_KEY_BYTES = 16;
const ZERO_NONCE = Buffer.alloc(12);
const TAG = { authTagLength: 16 };

/** Who can open a file: the holder of a key pair, or of a passphrase. */
export type Locker = { readonly recipient: Buffer } | { readonly passphrase: string };
export type Opener = Pick<AgeIdentity, 'privateKey' | 'recipient'> | { readonly passphrase: string };

/** @returns the header of a new file and its key */
export async function writeHeader(locker: Locker): Promise<{ readonly header: Buffer; readonly fileKey: Buffer }> {
  const fileKey = randomBytes(FILE_KEY_BYTES);
  const stanza = 'passphrase' in locker ? await scryptStanza(locker.passphrase, fileKey) : x25519Stanza(locker.recipient, fileKey);
  const start = `${FIRST_LINE}\n${stanza}---`;
  return { header: Buffer.from(`${start} ${base64(macOf(fileKey, start))}\n`), fileKey };
}

/**
 * @param text the header up to and including the line of its MAC, without that line's end
 * @throws AgeError when the key is another one, or the header was changed
 */
export async function readFileKey(text: string, opener: Opener): Promise<Buffer> {
  const [first, ...lines] = text.split('\n');
  const last = lines.at(-1) ?? '';
  if (first !== FIRST_LINE || !last.startsWith('--- ')) throw new AgeError('This is not a file of age');
  const fileKey = await ('passphrase' in opener ? openScrypt(lines, opener.passphrase) : openX25519(lines, opener));
  const mac = Buffer.from(last.slice(4), 'base64');
  const expected = macOf(fileKey, text.slice(0, text.lastIndexOf('--- ') + 3));
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) throw new AgeError('The header of the file was changed');
  return fileKey;
}

function x25519Stanza(recipient: Buffer, fileKey: Buffer): string {
  const { ephemeral, shared } = shareWith(recipient);
  return `-> X25519 ${base64(ephemeral)}\n${base64(wrap(x25519Key(shared, ephemeral, recipient), fileKey))}\n`;
}

function openX25519(lines: readonly string[], { privateKey, recipient }: Pick<AgeIdentity, 'privateKey' | 'recipient'>): Buffer {
  const { values, body } = stanzaOf(lines, 'X25519');
  const ephemeral = Buffer.from(values[0] ?? '', 'base64');
  return unwrap(x25519Key(sharedSecret(privateKey, ephemeral), ephemeral, recipient), body);
}

function x25519Key(shared: Buffer, ephemeral: Buffer, recipient: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), X25519_INFO, 32));
}

async function scryptStanza(passphrase: string, fileKey: Buffer): Promise<string> {
  const salt = randomBytes(16);
  const key = await scryptKey(passphrase, salt, SCRYPT_LOG_N);
  return `-> scrypt ${base64(salt)} ${SCRYPT_LOG_N}\n${base64(wrap(key, fileKey))}\n`;
}

async function openScrypt(lines: readonly string[], passphrase: string): Promise<Buffer> {
  const { values, body } = stanzaOf(lines, 'scrypt');
  const logN = Number(values[1]);
  if (!Number.isInteger(logN) || logN < 1 || logN > MAX_SCRYPT_LOG_N) throw new AgeError('The file has an unusual work factor');
  return unwrap(await scryptKey(passphrase, Buffer.from(values[0] ?? '', 'base64'), logN), body);
}

function scryptKey(passphrase: string, salt: Buffer, logN: number): Promise<Buffer> {
  const options = { N: 2 ** logN, r: 8, p: 1, maxmem: 2 ** logN * 1024 + 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.concat([Buffer.from(SCRYPT_LABEL), salt]), 32, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function stanzaOf(lines: readonly string[], kind: string): { readonly values: readonly string[]; readonly body: Buffer } {
  const at = lines.findIndex((line) => line.startsWith(`-> ${kind} `));
  if (at === -1) throw new WrongKeyError('The file was encrypted for another key');
  return { values: (lines[at] ?? '').split(' ').slice(2), body: Buffer.from(lines[at + 1] ?? '', 'base64') };
}

function wrap(key: Buffer, fileKey: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, ZERO_NONCE, TAG);
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
}

function unwrap(key: Buffer, body: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('chacha20-poly1305', key, ZERO_NONCE, TAG).setAuthTag(body.subarray(-16));
    return Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
  } catch {
    throw new WrongKeyError('The file was encrypted for another key');
  }
}

function macOf(fileKey: Buffer, start: string): Buffer {
  return createHmac('sha256', Buffer.from(hkdfSync('sha256', fileKey, '', 'header', 32)))
    .update(start)
    .digest();
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
