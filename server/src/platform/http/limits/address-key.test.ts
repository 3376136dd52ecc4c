import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
  ['1::2::3', '1::2::3'],
  ['1:2:3', '1:2:3'],
])('%s counts as %s', (address, key) => expect(addressKey(address)).toBe(key));

it('distinguishes networks, and nothing within one', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
  const groups = fc.array(group, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      // An IPv4 address in IPv6 notation is a different case.
      fc.pre(one[0] !== '0' && other[0] !== '0');
      const isSameNetwork = one.slice(0, 4).join() === other.slice(0, 4).join();
      expect(addressKey(one.join(':')) === addressKey(other.join(':'))).toBe(isSameNetwork);
      expect(addressKey([...one.slice(0, 4), ...other.slice(4)].join(':'))).toBe(addressKey(one.join(':')));
    }),
  );
});
