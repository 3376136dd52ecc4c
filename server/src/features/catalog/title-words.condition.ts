import { sql } from 'kysely';

/** Whether the title of the product `p` matches a `titleQuery`. Plan: the inverted index of title words. */
export function titleMatches(words: string) {
  return sql`to_tsvector('simple', p.title) @@ to_tsquery('simple', ${words})`;
}
