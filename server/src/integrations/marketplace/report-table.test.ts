import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeWindows1252, readTable } from './report-table.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it('reads the same rows however the bytes arrive and lines end', async () => {
  const lines = ['seller-sku\titem-name', 'A-1\tCr\xe8me \x96 blue\x99', '', 'B-2\t'];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), async (size, end, isEnded) => {
      const bytes = Buffer.from(lines.join(end) + (isEnded ? end : ''), 'latin1');
      const rows = [];
      for await (const { line, get } of readTable(inChunks(bytes, size))) rows.push([line, get('seller-sku'), get('item-name'), get('nothing')]);
      expect(rows).toEqual([
        [2, 'A-1', 'Crème – blue™', ''],
        [4, 'B-2', '', ''],
      ]);
    }),
  );
});

it('knows the characters that Latin-1 lacks', () => {
  expect(decodeWindows1252(Buffer.from([0x80, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0x41, 0xe9, 0x9f]))).toBe('€’“”–—™AéŸ');
});
