import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyring, fixedKeyring, keyWithId } from './keys/keyring.ts';
import { seal, sealedPrefix, unseal } from './sealing.ts';

const key = fixedKeyring(randomBytes(32));
const context = 'marketplace';

it('decrypts its own ciphertext, which reveals nothing', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), (text) => {
      const sealed = seal(text, { key, context });
      expect(sealed).not.toContain(text);
      expect(seal(text, { key, context })).not.toBe(sealed);
      expect(unseal(sealed, { key, context })).toBe(text);
    }),
  );
});

it('rejects another key, another purpose and changed ciphertext', () => {
  const sealed = seal('secret', { key, context });
  const [version, iv, tag, content] = sealed.split('.');
  expect(unseal(sealed, { key: fixedKeyring(randomBytes(32)), context })).toBeUndefined();
  expect(unseal(sealed, { key, context: 'mail' })).toBeUndefined();
  expect(unseal([version, iv, tag, `A${content}`].join('.'), { key, context })).toBeUndefined();
  expect(unseal([version, iv, Buffer.alloc(16).toString('base64url'), content].join('.'), { key, context })).toBeUndefined();
  for (const broken of ['', 'v1', 'v1.a.b.c', 'v2.a.b.c']) expect(unseal(broken, { key, context })).toBeUndefined();
});

it('names its key during and after a rotation, and opens what does not', () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const [before, during, after] = [fixedKeyring(former), fixedKeyring(current, former), fixedKeyring(current)];
  const old = seal('secret', { key: before, context });
  const named = seal('secret', { key: during, context });
  expect([old.slice(0, 3), named.slice(0, 12)]).toEqual(['v1.', sealedPrefix(during.current().id)]);
  expect([old, named].map((sealed) => unseal(sealed, { key: during, context }))).toEqual(['secret', 'secret']);
  expect([old, named].map((sealed) => unseal(sealed, { key: after, context }))).toEqual([undefined, 'secret']);
});

it('reads the keys again for one that it does not know', () => {
  const [former, current] = [keyWithId(randomBytes(32)), keyWithId(randomBytes(32))];
  const both = { keys: [current, former], namesKeys: true };
  const named = seal('secret', { key: createKeyring(() => both), context });
  const stale = createKeyring(
    () => ({ keys: [former], namesKeys: false }),
    () => both,
  );
  expect(unseal(named, { key: stale, context })).toBe('secret');
});
