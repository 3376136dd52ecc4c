import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seal, unseal } from './sealing.ts';

const key = randomBytes(32);
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
  expect(unseal(sealed, { key: randomBytes(32), context })).toBeUndefined();
  expect(unseal(sealed, { key, context: 'mail' })).toBeUndefined();
  expect(unseal([version, iv, tag, `A${content}`].join('.'), { key, context })).toBeUndefined();
  expect(unseal([version, iv, Buffer.alloc(16).toString('base64url'), content].join('.'), { key, context })).toBeUndefined();
  for (const broken of ['', 'v1', 'v1.a.b.c', 'v2.a.b.c']) expect(unseal(broken, { key, context })).toBeUndefined();
});
