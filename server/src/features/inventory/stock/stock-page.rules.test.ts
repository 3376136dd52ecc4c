import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeCursor } from '../../../platform/formats/page-cursor.rules.ts';
import { readStockCursor } from './stock-page.rules.ts';

it('reads its own cursors and rejects others', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer()), fc.integer({ min: 1, max: 2 ** 40 }), (key, id) => {
      const written = writeCursor(key, id);
      expect(readStockCursor(written, typeof key as 'string' | 'number')).toEqual({ key, id });
      expect(readStockCursor(written, typeof key === 'string' ? 'number' : 'string')).toBeUndefined();
    }),
  );
  for (const text of ['', 'x', 'bnVsbA', writeCursor('a', 0), writeCursor('a\0', 1), writeCursor('\ud83d', 1)])
    expect(readStockCursor(text, 'string')).toBeUndefined();
});
