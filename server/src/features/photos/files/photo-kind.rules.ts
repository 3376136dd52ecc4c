export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'heic';

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_START = [0xff, 0xd8, 0xff];

/** Detects the type of a photo by its content. @returns undefined for unsupported types */
export function photoKind(bytes: Uint8Array): PhotoKind | undefined {
  const begins = (start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (begins(JPEG_START)) return 'jpeg';
  if (begins(PNG_START)) return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text(8, 12))) return 'heic';
  return undefined;
}
