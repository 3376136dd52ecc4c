import type { Candidate } from './candidate.rules.ts';

const NAME_LIMIT = 63;

/** The name of a suggested index: `adv_`, table, keys and a hash of the keys. */
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
