import { expect, it } from 'vitest';
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts';

// RFC 6238, appendix B, SHA-1: the secret is "12345678901234567890"; the last six of its eight digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d s the code is %s', (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(matchingStep(SECRET, code, now)).toBe(Math.floor(seconds / 30));
  expect(matchingStep(SECRET, code, new Date(now.getTime() + 30_000))).toBe(Math.floor(seconds / 30));
  expect(matchingStep(SECRET, code, new Date(now.getTime() + 90_000))).toBeUndefined();
});

it.each(['', '28708', '2870822', 'abcdef', '２８７０８２', '287 082 '])('rejects %j', (code) => {
  expect(matchingStep(SECRET, code, new Date(59_000))).toBe(code === '287 082 ' ? 1 : undefined);
});

it('creates secrets that an authenticator can read', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpAddress(secret, 'ann+1@example.com')).toBe(
    `otpauth://totp/Stowage:ann%2B1%40example.com?secret=${secret}&issuer=Stowage&algorithm=SHA1&digits=6&period=30`,
  );
});
