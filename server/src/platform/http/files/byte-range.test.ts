import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

describe('a requested range of ten bytes', () => {
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=8-99', { first: 8, last: 9 }],
    ['Bytes = 9-9', { first: 9, last: 9 }],
    ['bytes=10-', 'outside'],
    ['bytes=10-20', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=5-2', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['lines=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
    ['', 'whole'],
    [undefined, 'whole'],
  ])('%s', (header, part) => {
    expect(byteRange(header, 10)).toEqual(part);
  });

  it('never exceeds the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), fc.nat(1_000), (first, last, bytes) => {
        const part = byteRange(`bytes=${first}-${last ?? ''}`, bytes);
        if (typeof part === 'string') return;
        expect(0 <= part.first && part.first <= part.last && part.last < bytes).toBe(true);
      }),
    );
  });
});
