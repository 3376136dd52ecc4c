import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeText } from '../formats/like-text.ts';

/** What the lists of all features are made of: conditions, searches by words, and pages that go on behind a cursor. */

type Column = RawBuilder<unknown>;
type Condition = RawBuilder<SqlBool>;

/** Conditions that all hold; those that do not apply are undefined or false. */
export function allOf(conditions: readonly (RawBuilder<unknown> | undefined | false)[]): Condition {
  const present = conditions.filter((condition) => condition !== undefined && condition !== false);
  return present.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(present, sql` and `)})`;
}

/** Every word of a search is in a lowercase text column. */
export function holdsWords(column: Column, search: string): Condition {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return allOf(words.map((word) => sql`${column} like ${`%${likeText(word)}%`}`));
}

/** The rows of a page, of which one more was read to know whether there is a next one. */
export function cutPage<Row>(rows: readonly Row[], size: number): { readonly page: readonly Row[]; readonly last: Row | undefined } {
  const page = rows.slice(0, size);
  return { page, last: rows.length > size ? page.at(-1) : undefined };
}
