import type { BytePart } from './served-file.ts';

/**
 * What a `Range` header asks for of so many bytes (RFC 9110, 14). Several parts at once, and what can't be read, are answered
 * with the whole, which is always allowed.
 * @returns `whole`, `outside`, or the one part
 */
export function byteRange(header: string | undefined, bytes: number): BytePart | 'whole' | 'outside' {
  const asked = /^bytes\s*=\s*(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = asked ?? [];
  if (from === '' && to === '') return 'whole';
  // The last so many bytes.
  if (from === '') return Number(to) === 0 || bytes === 0 ? 'outside' : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 };
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= bytes ? 'outside' : { first, last };
}
