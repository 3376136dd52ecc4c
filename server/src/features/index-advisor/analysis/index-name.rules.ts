import type { Candidate } from './candidate.rules.ts';

const NAME_LIMIT = 63;

/** What the advisor calls an index: what it is on, and whose it is. It always ends the same way for the same keys. */
export function indexName({ table, keys, method }: Candidate): string {
  const words = [table, ...keys.map((key) => key.replace(/ gin_trgm_ops$/, '').replace(/ NULLS (FIRST|LAST)/, ''))].join('_');
  const plain = words
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');
  const ending = `_${method === 'gin' ? 'gin_' : ''}${shortHash(JSON.stringify([table, method, ...keys]))}`;
  return `adv_${plain.slice(0, NAME_LIMIT - 'adv_'.length - ending.length)}${ending}`;
}

/** FNV-1a in six letters and digits. */
function shortHash(text: string): string {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0).toString(36).padStart(7, '0').slice(-6);
}
