import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { expect, it } from 'vitest';
import { ageDecrypt, ageEncrypt } from './age.ts';
import { newIdentity, readIdentity } from './keys.ts';

const identity = newIdentity();
const CHUNK = 64 * 1024;

async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_001])(
  'encrypts %s bytes for the implementation of age by its author, and opens what that wrote',
  async (size) => {
    const content = randomBytes(size);
    const encrypted = await whole(ageEncrypt(inParts(content, 10_007), identity));
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity.text);
    expect(Buffer.from(await decrypter.decrypt(encrypted)).equals(content)).toBe(true);

    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(10);
    encrypter.setPassphrase('a long passphrase');
    const theirs = Buffer.from(await encrypter.encrypt(content));
    expect((await whole(ageDecrypt(inParts(theirs, 3_001), { passphrase: 'a long passphrase' }))).equals(content)).toBe(true);
  },
);

it('opens with the passphrase what it encrypted with it, and with no other', async () => {
  const encrypted = await whole(ageEncrypt(inParts(Buffer.from(identity.text), 100), { passphrase: 'correct horse' }));
  expect(readIdentity(String(await whole(ageDecrypt(inParts(encrypted, 100), { passphrase: 'correct horse' })))).recipient).toEqual(identity.recipient);
  await expect(whole(ageDecrypt(inParts(encrypted, 100), { passphrase: 'another horse' }))).rejects.toThrow('another key');
});

it('opens nothing that was changed, cut, extended or encrypted for another key', async () => {
  const encrypted = await whole(ageEncrypt(inParts(randomBytes(3 * CHUNK), CHUNK), identity));
  const changed = Buffer.from(encrypted);
  changed[CHUNK] = (changed[CHUNK] ?? 0) ^ 1;
  const bad = [
    changed,
    encrypted.subarray(0, -1),
    encrypted.subarray(0, -(CHUNK + 16)),
    encrypted.subarray(0, 100),
    Buffer.alloc(0),
    Buffer.concat([encrypted, encrypted]),
  ];
  for (const content of bad) await expect(whole(ageDecrypt(inParts(content, CHUNK), identity))).rejects.toThrow(/cut|changed|whole file/);
  await expect(whole(ageDecrypt(inParts(encrypted, CHUNK), newIdentity()))).rejects.toThrow('another key');
});
