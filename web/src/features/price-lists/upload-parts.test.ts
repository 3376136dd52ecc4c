import { PRICE_LIST_PART_BYTES, PRICE_LIST_PART_ROWS } from '@stowage/contract/price-lists/price-lists';
import { expect, it } from 'vitest';
import { partsOf } from './upload-parts.ts';

it('contains each row exactly once, in parts within the limits of rows and bytes', () => {
  const long = '\u{1F600}"'.repeat(400);
  const rows = Array.from({ length: 20_000 }, (_, nth) => ({ upc: String(nth), product_title: nth < 10_000 ? 'x' : long }));
  const parts = [...partsOf(rows)];
  expect(parts.flatMap((part) => part.rows.map(({ upc }) => upc))).toEqual(rows.map(({ upc }) => upc));
  let next = 1;
  for (const part of parts) {
    expect(part.firstRow).toBe(next);
    next += part.rows.length;
    expect(part.rows.length).toBeLessThanOrEqual(PRICE_LIST_PART_ROWS);
    expect(new TextEncoder().encode(JSON.stringify(part.rows)).length).toBeLessThanOrEqual(PRICE_LIST_PART_BYTES + 2);
  }
});

it('sends as much of an endless cell as shows that it is too long', () => {
  const [part] = partsOf([{ upc: '1', product_title: 'x'.repeat(10_000_000) }]);
  expect(part?.rows[0]?.product_title).toHaveLength(1_000);
});

it('cuts an endless cell between characters', () => {
  const [part] = partsOf([{ upc: '1', product_title: `x${'\u{1F600}'.repeat(1_000)}` }]);
  expect(part?.rows[0]?.product_title).toBe(`x${'\u{1F600}'.repeat(499)}`);
});
