import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bech32Decode, bech32Encode } from './bech32.ts';

/** An X25519 key pair of age: `AGE-SECRET-KEY-1…`. */
export interface AgeIdentity {
  /** The text that the age command reads with `-i`. */
  readonly text: string;
  readonly privateKey: KeyObject;
  /** The raw public key: 32 bytes. */
  readonly recipient: Buffer;
}

const PREFIX = 'age-secret-key-';
/** What stands before a raw X25519 key in DER. */
const PRIVATE_DER = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b656e032100', 'hex');
const KEY_BYTES = 32;

export function newIdentity(): AgeIdentity {
  return identityOf(generateKeyPairSync('x25519').privateKey);
}

/** @throws Error when the text is no identity of age */
export function readIdentity(text: string): AgeIdentity {
  const raw = bech32Decode(text.trim().toLowerCase(), PREFIX);
  if (raw.length !== KEY_BYTES) throw new Error('The age identity has the wrong length');
  return identityOf(createPrivateKey({ key: Buffer.concat([PRIVATE_DER, raw]), format: 'der', type: 'pkcs8' }));
}

/** A key pair for one file, with the secret that it shares with a recipient. */
export function shareWith(recipient: Buffer): { readonly ephemeral: Buffer; readonly shared: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  return { ephemeral: rawPublic(publicKey), shared: sharedSecret(privateKey, recipient) };
}

export function sharedSecret(privateKey: KeyObject, publicKey: Buffer): Buffer {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, publicKey]), format: 'der', type: 'spki' });
  return diffieHellman({ privateKey, publicKey: key });
}

function identityOf(privateKey: KeyObject): AgeIdentity {
  const raw = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES);
  return { text: bech32Encode(PREFIX, raw).toUpperCase(), privateKey, recipient: rawPublic(createPublicKey(privateKey)) };
}

function rawPublic(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
}
