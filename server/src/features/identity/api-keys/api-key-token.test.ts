import { expect, it } from 'vitest';
import { hintOf, isApiKey, isWellFormed, newApiKey } from './api-key-token.ts';

it('makes keys that scanners and Stowage recognize', () => {
  const keys = Array.from({ length: 200 }, newApiKey);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^stw_[0-9A-Za-z]{49}$/);
    expect(isApiKey(key) && isWellFormed(key)).toBe(true);
    expect(key.endsWith(hintOf(key))).toBe(true);
  }
});

it('rejects a mistyped, cut or foreign key by its checksum', () => {
  const key = newApiKey();
  const last = key.at(-1) === 'x' ? 'y' : 'x';
  expect([`${key.slice(0, -1)}${last}`, key.slice(0, -1), `${key}0`, key.replace('stw_', 'ghp_'), 'stw_', `stw_${'0'.repeat(49)}`].map(isWellFormed)).toEqual(
    Array(6).fill(false),
  );
  expect([undefined, '', 'x.y.z', 'Stw_1'].map(isApiKey)).toEqual([false, false, false, false]);
});
