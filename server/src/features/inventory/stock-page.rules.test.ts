import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCursor, titleQuery, writeCursor } from './stock-page.rules.ts';

it('reads every cursor that it wrote, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer()), fc.integer({ min: 1, max: 2 ** 40 }), (key, id) => {
      const written = writeCursor({ key, id });
      expect(readCursor(written, typeof key as 'string' | 'number')).toEqual({ key, id });
      expect(readCursor(written, typeof key === 'string' ? 'number' : 'string')).toBeUndefined();
    }),
  );
  for (const text of ['', 'x', 'bnVsbA', writeCursor({ key: 'a', id: 0 })]) expect(readCursor(text, 'string')).toBeUndefined();
});

it.each([
  ['electric kettle', 'electric:* & kettle:*'],
  ["  it's & | ! (x:*) ", 'it:* & s:* & x:*'],
  ['Küche 2', 'Küche:* & 2:*'],
  ['&&&', undefined],
])('%j is searched as %j', (search, query) => {
  expect(titleQuery(search)).toBe(query);
});
