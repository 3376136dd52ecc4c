import { expect, it } from 'vitest';
import { fixedKeyring } from '../../platform/keys/keyring.ts';
import { keyFingerprint, openAll } from './settings.ts';
import { keyOf } from './vault/keys-file.ts';

const [former, current, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

it.each([
  ['before a rotation', fixedKeyring(former), [true, true, false]],
  ['during a rotation', fixedKeyring(current, former), [false, true, false]],
  ['after a rotation', fixedKeyring(current), [false, true, true]],
  ['of another installation', fixedKeyring(other), [false, false, false]],
] as const)('a backup from %s opens with the keys that it was written with', (_, keys, expected) => {
  const rings = [fixedKeyring(former), fixedKeyring(current, former), fixedKeyring(current)];
  expect(rings.map((ring) => openAll(ring, keyFingerprint(keys)))).toEqual(expected);
});

it('a file of keys has both keys during a rotation', () => {
  const installation = { accessTokenKey: 'a', encryptionKey: 'new' };
  expect(keyOf({ ...installation, formerEncryptionKey: 'old' }).all()).toHaveLength(2);
  expect([keyOf(installation).namesKeys(), keyOf({ ...installation, formerEncryptionKey: null }).namesKeys()]).toEqual([false, true]);
});
