import { expect, it } from 'vitest';
import { accountOf, isTwoStep } from './admission.rules.ts';

const claims = { iss: 'https://id.example.com', sub: '1' };
const reading = { groupsClaim: 'groups', trustsEmail: false };

it.each([
  ['groups', { groups: ['a', 'b', 7] }, ['a', 'b']],
  ['groups', { groups: 'a' }, ['a']],
  ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
  ['https://example.com/groups', { 'https://example.com/groups': ['a'] }, ['a']],
  ['realm_access.roles', { realm_access: null }, []],
  ['groups', { _claim_names: { groups: 'src1' } }, []],
])('reads the groups in %s of %j', (groupsClaim, more, groups) => {
  expect(accountOf({ ...claims, ...more }, { ...reading, groupsClaim }).groups).toEqual(groups);
});

it.each([
  [{ email_verified: true }, false, true],
  [{ email_verified: 'true' }, false, true],
  [{}, false, false],
  [{}, true, true],
  // The setting fills a gap; it does not overrule the provider.
  [{ email_verified: false }, true, false],
])('takes the address of %j as verified (trusted: %s): %s', (more, trustsEmail, isVerified) => {
  expect(accountOf({ ...claims, email: 'ann@example.com', ...more }, { ...reading, trustsEmail }).isEmailVerified).toBe(isVerified);
});

it.each([
  [['otp'], false],
  [['sms'], false],
  [['swk'], false],
  [['pwd', 'otp'], true],
  [['pin', 'swk'], true],
])('counts the factors of %j: %s', (methods, expected) => {
  expect(isTwoStep({ methods }, 'amr')).toBe(expected);
});

it('counts two steps by the methods, always or never', () => {
  expect([['pwd'], ['pwd', 'mfa'], ['hwk'], []].map((methods) => isTwoStep({ methods }, 'amr'))).toEqual([false, true, true, false]);
  expect([isTwoStep({ methods: [] }, 'always'), isTwoStep({ methods: ['mfa'] }, 'never')]).toEqual([true, false]);
});
