import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from './search-query.rules.ts';

describe('parseSearchQuery', () => {
  it.each([
    ['loc:A-1', ['location'], 'A-1'],
    ['  LOC: a-1 ', ['location'], 'a-1'],
    ['po:PO-77', ['purchase-order'], 'PO-77'],
    ['case:12', ['case'], '12'],
    ['sku:KETTLE-N', ['product'], 'KETTLE-N'],
    ['tracking: 1Z9', ['order', 'return', 'case', 'packing-list'], '1Z9'],
    ['constructor:x', undefined, 'constructor:x'],
    ['X00KETTLEN\r', undefined, 'X00KETTLEN'],
    ['http://x', undefined, 'http://x'],
  ])('reads %j', (typed, kinds, text) => {
    const read = parseSearchQuery(typed);
    expect(read?.query.text).toBe(text);
    if (kinds === undefined) expect(read?.kinds.length).toBeGreaterThan(5);
    else expect(read?.kinds).toEqual(kinds);
  });

  it.each(['', '   ', 'loc:', 'po:  ', '\u0000\u001d'])('returns nothing for the blank search %j', (typed) => {
    expect(parseSearchQuery(typed)).toBeUndefined();
  });

  it.each([
    ['12', 12, false],
    ['#12', 12, true],
    ['case:12', 12, true],
    ['A-12', undefined, false],
    ['1234567890123456', undefined, false],
  ])("reads the number in %j as a record's own: %s", (typed, recordId, isNarrowed) => {
    expect(parseSearchQuery(typed)?.query).toMatchObject({ recordId, isNarrowed });
  });

  it.each([
    ['4117', '7114'],
    ['po:24117', '71142'],
    ['411', undefined],
    ['A411', undefined],
  ])('of %j takes the digits as the end of a number: %s', (typed, from) => {
    expect(parseSearchQuery(typed)?.query.reversedSuffix?.from).toBe(from);
  });

  it('has no code prefix for several words or a single letter', () => {
    expect(parseSearchQuery('two words')?.query.prefix).toBeUndefined();
    expect(parseSearchQuery('a')?.query.prefix).toBeUndefined();
    expect(parseSearchQuery('a_b%')?.query.prefix).toEqual({ from: 'A_B%', below: 'A_B%\u{10ffff}' });
  });
});
