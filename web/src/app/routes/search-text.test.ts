import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

it.each<[Record<string, unknown>, string, Record<string, unknown>?]>([
  [{ q: '00012' }, '?q=00012'],
  // A reader of texts accepts a number.
  [{ feed: '900123' }, '?feed=900123', { feed: 900_123 }],
  [{ q: '92055901755477000271990251' }, '?q=92055901755477000271990251'],
  [{ q: '1E5' }, '?q=1E5'],
  [{ q: '1.0' }, '?q=1.0'],
  [{ q: 'null' }, '?q=null'],
  [{ q: 'true' }, '?q=%22true%22'],
  [{ q: '"x' }, '?q=%22%5C%22x%22'],
  [{ q: '[1' }, '?q=%22%5B1%22'],
  [{ page: 2, ascending: true, ids: [1, 2] }, '?page=2&ascending=true&ids=%5B1%2C2%5D'],
  [{}, ''],
])('writes %j as %s and reads it', (search, text, read = search) => {
  expect(stringifySearch(search)).toBe(text);
  expect({ ...parseSearch(text) }).toEqual(read);
});

it('reads the quoted texts of older links', () => {
  expect({ ...parseSearch('?feed=%22900123%22&code=%22X00NEW%22') }).toEqual({ feed: '900123', code: 'X00NEW' });
});

it('takes a text that only looks like a structure as it is', () => {
  expect({ ...parseSearch('?q=[open') }).toEqual({ q: '[open' });
});
