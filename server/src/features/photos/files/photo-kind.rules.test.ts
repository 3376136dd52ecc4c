import fc from 'fast-check';
import { expect, it } from 'vitest';
import { photoKind } from './photo-kind.rules.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

it.each([
  ['a JPEG', latin('\xff\xd8\xff\xe0\0\x10JFIF'), 'jpeg'],
  ['a PNG', latin('\x89PNG\r\n\x1a\nabc'), 'png'],
  ['a WebP', latin('RIFF\x10\0\0\0WEBPVP8 '), 'webp'],
  ['an iPhone photo', latin('\0\0\0\x18ftypheic\0\0\0\0'), 'heic'],
  ['an AVIF', latin('\0\0\0\x18ftypavif\0\0\0\0'), undefined],
  ['a video', latin('\0\0\0\x18ftypmp42\0\0\0\0'), undefined],
  ['an audio file', latin('RIFF\x10\0\0\0WAVEfmt '), undefined],
  ['a GIF', latin('GIF89a'), undefined],
  ['an SVG', latin('<svg xmlns='), undefined],
  ['an executable', latin('MZ\x90\0'), undefined],
  ['a ZIP', latin('PK\x03\x04'), undefined],
  ['nothing', latin(''), undefined],
])('%s', (_what, bytes, kind) => {
  expect(photoKind(bytes)).toBe(kind);
});

it("rejects content that doesn't start like a photo", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const starts = [0xff, 0x89, 0x52];
      fc.pre(!starts.includes(bytes[0] ?? 0) && Buffer.from(bytes.subarray(4, 8)).toString('latin1') !== 'ftyp');
      expect(photoKind(bytes)).toBeUndefined();
    }),
  );
});
