import { expect, it } from 'vitest';
import { fixHintOf } from './fix-hint.rules.ts';

it.each([
  ['no message', null, null],
  ['no code', 'The marketplace ended the whole feed as FATAL: look at the listing before you send it again', null],
  ['an unknown code', '123456: Something', null],
  ['the name of a built-in property', 'constructor: Something', null],
  ['a code', '99022: The price is too high.', expect.stringContaining('the price')],
  [
    'a code after another reason',
    'A drop of 36.4 % from $11.00 needs approval; 13013: This SKU does not exist.',
    expect.stringContaining('Create the listing'),
  ],
  ['a code after the name of a call', 'patchListingsItem: 13013: This SKU does not exist.', expect.stringContaining('Create the listing')],
  ['two codes', '5665: A; 90000900: B', expect.stringMatching(/approval.*; .*quantity/)],
])('%s', (_, reason, hint) => expect(fixHintOf(reason)).toEqual(hint));

it('lists each remedy once', () => {
  expect(fixHintOf("90220: 'size' is required; 90220: 'brand' is required")).toBe(fixHintOf("90220: 'size' is required"));
});
