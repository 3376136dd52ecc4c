import { expect, it } from 'vitest';
import { fixHintOf } from './fix-hint.rules.ts';

it.each([
  ['nothing was said', null, null],
  ['no code', 'The marketplace ended the whole feed as FATAL: look at the listing before you send it again', null],
  ['an unknown code', '123456: Something', null],
  ['a name that every object has', 'constructor: Something', null],
  ['a code', '99022: The price is too high.', expect.stringContaining('the price')],
  [
    'a code behind another reason',
    'A drop of 36.4 % from $11.00 needs approval; 13013: This SKU does not exist.',
    expect.stringContaining('Create the listing'),
  ],
  ['a code behind the name of a call', 'patchListingsItem: 13013: This SKU does not exist.', expect.stringContaining('Create the listing')],
  ['two codes', '5665: A; 90000900: B', expect.stringMatching(/approval.*; .*quantity/)],
])('%s', (_, reason, hint) => expect(fixHintOf(reason)).toEqual(hint));

it('lists each remedy once', () => {
  expect(fixHintOf("90220: 'size' is required; 90220: 'brand' is required")).toBe(fixHintOf("90220: 'size' is required"));
});
