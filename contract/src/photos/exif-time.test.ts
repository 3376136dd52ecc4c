import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exifTime, exifTimeOfJpeg } from './exif-time.ts';

/** EXIF in a camera's format: a folder with one entry, followed by the time. */
function exif(time: string, { isLittle = false } = {}): Uint8Array {
  const bytes = new Uint8Array(6 + 8 + 2 + 12 + 4 + 20);
  bytes.set(Array.from('Exif\0\0', (letter) => letter.charCodeAt(0)));
  const tiff = new DataView(bytes.buffer, 6);
  tiff.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  tiff.setUint16(2, 42, isLittle);
  tiff.setUint32(4, 8, isLittle);
  tiff.setUint16(8, 1, isLittle);
  tiff.setUint16(10, 0x0132, isLittle);
  tiff.setUint16(12, 2, isLittle);
  tiff.setUint32(14, 20, isLittle);
  tiff.setUint32(18, 26, isLittle);
  bytes.set(
    Array.from(time, (letter) => letter.charCodeAt(0)),
    6 + 26,
  );
  return bytes;
}

function jpegWith(block: Uint8Array): Uint8Array {
  const length = block.length + 2;
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xe1, length >> 8, length & 255, ...block, 0xff, 0xda]);
}

it.each([true, false])('is read in either byte order', (isLittle) => {
  expect(exifTimeOfJpeg(jpegWith(exif('2026:11:20 14:03:05', { isLittle })))).toBe('2026-11-20 14:03:05');
});

it.each(['2026:13:20 14:03:05', '0000:01:01 00:00:00', '0000:00:00 00:00:00', 'not a time at all!!'])('is missing in %s', (time) => {
  expect(exifTime(exif(time))).toBeUndefined();
});

it('is missing in content that is not a photo, without an error', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void exifTimeOfJpeg(Uint8Array.from([0xff, 0xd8, ...bytes]))));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void exifTime(Uint8Array.from([...exif('').subarray(0, 6), ...bytes]))));
  expect(exifTimeOfJpeg(new Uint8Array())).toBeUndefined();
});
