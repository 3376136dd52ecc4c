import type { BytePart } from './served-file.ts';

/**
 * Reads a `Range` header for a file of so many bytes (RFC 9110, 14). Several ranges, and headers that can't be read, get the
 * whole file, which is always allowed.
 * @returns `whole`, `outside`, or the one part
 */
export function byteRange(header: string | undefined, bytes: number): BytePart | 'whole' | 'outside' {
  const asked = /^bytes\s*=\s*(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = asked ?? [];
  if (from === '' && to === '') return 'whole';
  // A suffix range: the last n bytes.
  if (from === '') return Number(to) === 0 || bytes === 0 ? 'outside' : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 };
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= bytes ? 'outside' : { first, last };
}
