import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeWindows1252 } from '../../../platform/formats/windows-1252.ts';
import { readTable } from './report-table.ts';

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

it.each([
  ['text/plain; charset=UTF-8', Buffer.from('seller-sku\titem-name\r\nA-1\tCrème – 茶™')],
  ['text/plain;charset="utf-8"', Buffer.from('\ufeffseller-sku\titem-name\nA-1\tCrème – 茶™\r')],
  ['text/tab-separated-values; charset=Shift_JIS', Buffer.from('seller-sku\titem-name\nA-1\t\x92\x83', 'latin1')],
  ['text/plain; charset=Cp1252', Buffer.from('seller-sku\titem-name\nA-1\tCr\xe8me \x96 \x99', 'latin1')],
  ['text/plain; charset=ISO-8859-1', Buffer.from('seller-sku\titem-name\nA-1\tCr\xe8me \x96 \x99', 'latin1')],
  [undefined, Buffer.from('seller-sku\titem-name\nA-1\tCr\xe8me \x96 \x99', 'latin1')],
])('decodes the character set %s across chunks', async (contentType, bytes) => {
  const expected = contentType?.includes('JIS') ? '茶' : /utf/i.test(contentType ?? '') ? 'Crème – 茶™' : 'Crème – ™';
  for (const size of [1, 2, 3, 7, 100]) {
    const rows = [];
    for await (const { get } of readTable(inChunks(bytes, size), contentType)) rows.push([get('seller-sku'), get('item-name')]);
    expect(rows).toEqual([['A-1', expected]]);
  }
});

it.each([
  ['UTF-8', Buffer.from('\ufeffitem-name\tseller-sku\nCrème 茶\tA-1\n')],
  ['UTF-16', Buffer.from('\ufeffitem-name\tseller-sku\nCrème 茶\tA-1\n', 'utf16le')],
])('believes a byte-order mark of %s more than the content type', async (_, bytes) => {
  for (const contentType of [undefined, 'text/plain', 'text/plain; charset=Cp1252']) {
    const rows = [];
    for await (const { get } of readTable(inChunks(bytes, 7), contentType)) rows.push([get('item-name'), get('seller-sku')]);
    expect(rows).toEqual([['Crème 茶', 'A-1']]);
  }
});

it("names a character set that it can't read", async () => {
  const reading = readTable(inChunks(Buffer.from('a'), 1), 'text/plain; charset=klingon').next();
  await expect(reading).rejects.toThrow('The character set klingon of the report is not supported');
});

it('decodes the characters that Latin-1 lacks', () => {
  expect(decodeWindows1252(Buffer.from([0x80, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0x41, 0xe9, 0x9f]))).toBe('€’“”–—™AéŸ');
});
