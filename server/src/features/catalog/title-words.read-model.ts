import { sql } from 'kysely';

/** Whether the title of the product `p` has what `titleQuery` made of words. Plan: the inverted index of titles' words. */
export function titleMatches(words: string) {
  return sql`to_tsvector('simple', p.title) @@ to_tsquery('simple', ${words})`;
}
