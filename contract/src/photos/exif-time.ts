import { isSupportedDay } from '../formats/day.ts';

const BYTE_ORDERS: Readonly<Record<number, boolean>> = { 18761: true, 19789: false };
const EXIF_FOLDER = 0x8769;
const TIME_ORIGINAL = 0x9003;
const TIME = 0x0132;
const JPEG_START = 0xffd8;
const APP1 = 0xffe1;
const START_OF_SCAN = 0xffda;

/** Reads the capture time that the camera wrote into a JPEG: `2026-11-20 14:03:05`, without a time zone. */
export function exifTimeOfJpeg(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== JPEG_START) return undefined;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    if (marker < 0xff00 || marker === START_OF_SCAN || length < 2) return undefined;
    if (marker === APP1) {
      const time = exifTime(bytes.subarray(at + 4, at + 2 + length));
      if (time !== undefined) return time;
    }
    at += 2 + length;
  }
  return undefined;
}

/** Reads the capture time from an EXIF block, which begins with `Exif`. */
export function exifTime(block: Uint8Array): string | undefined {
  if (String.fromCharCode(...block.subarray(0, 6)) !== 'Exif\0\0') return undefined;
  try {
    const tiff = new DataView(block.buffer, block.byteOffset + 6, block.byteLength - 6);
    const isLittle = BYTE_ORDERS[tiff.getUint16(0)];
    if (isLittle === undefined) return undefined;
    const first = tiff.getUint32(4, isLittle);
    const folder = entry(tiff, first, EXIF_FOLDER, isLittle);
    const at = (folder === undefined ? undefined : entry(tiff, folder, TIME_ORIGINAL, isLittle)) ?? entry(tiff, first, TIME, isLittle);
    return at === undefined ? undefined : readTime(tiff, at);
  } catch {
    // An offset points beyond the end of the block.
    return undefined;
  }
}

/** The value or offset of an entry in an EXIF directory. */
function entry(tiff: DataView, folder: number, tag: number, isLittle: boolean): number | undefined {
  const count = tiff.getUint16(folder, isLittle);
  for (let index = 0; index < count; index++) {
    const at = folder + 2 + index * 12;
    if (tiff.getUint16(at, isLittle) === tag) return tiff.getUint32(at + 8, isLittle);
  }
  return undefined;
}

function readTime(tiff: DataView, at: number): string | undefined {
  const text = Array.from({ length: 19 }, (_, index) => String.fromCharCode(tiff.getUint8(at + index))).join('');
  const time = text.replace(/^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/, '$1-$2-$3 $4');
  return isCameraTime(time) ? time : undefined;
}

/** Whether a text is a time that a camera can have had: `2026-11-20 14:03:05`. Clocks that were never set show the year 0. */
export function isCameraTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) || !isSupportedDay(text.slice(0, 10))) return false;
  const moment = new Date(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 10));
}
