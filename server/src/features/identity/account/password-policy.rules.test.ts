import { expect, it } from 'vitest';
import { refusePassword } from './password-policy.rules.ts';
import { readCommonPasswords } from './password-policy.service.ts';

const common = await readCommonPasswords();
const own = ['Nora Newman', 'nora.n@kettleworks.com'];

it.each([
  ['password1234', 'common'],
  ['P@ssw0rd1234', 'common'],
  ['!!qwertyuiop!!', 'common'],
  ['letmeinletmein', 'common'],
  ['1q2w3e4r5t6y', 'common'],
  ['aaaaaaaaaaaaaaaa', 'pattern'],
  ['abcdefghijklmnop', 'pattern'],
  ['987654321098', 'pattern'],
  ['NoraNewman2026', 'own-words'],
  ['Kettleworks-2026', 'own-words'],
  ['nora.n@kettleworks.com', 'own-words'],
  ['stowage-2026!', 'own-words'],
])('refuses %s as %s', (password, why) => expect(refusePassword(password, { common, own })).toBe(why));

it.each(['a password of Nora', 'correct horse battery', '8jW-pq_2LzR1xT', 'Тёмный лес у реки', '4711 sheep in a van'])('accepts %s', (password) =>
  expect(refusePassword(password, { common, own })).toBeUndefined(),
);

it('knows tens of thousands of common passwords', () => expect(common.size).toBeGreaterThan(40_000));
