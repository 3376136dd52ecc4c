import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { findMatches } from '../../catalog/index.ts';
import type { CodeRange, Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';
import { hastyVariants, type MeantWord, searchedWords, titleSearch } from '../typo.rules.ts';

interface Row {
  id: number;
  title: string;
  item_code: string | null;
  seller_sku: string | null;
  asin: string | null;
  on_hand: number | null;
  image_url: string | null;
}

/** Titles that are compared to find the best: of a common word there may be a hundred thousand. */
const CANDIDATES = 200;
/** Words that a typed beginning is taken for, and that a word with a typo is. */
const MAX_STARTING = 8;
const MAX_ALIKE = 5;

/**
 * By any code, by the beginning of one, or by words of the title, each of which may be a beginning or hold a typo.
 * Plan: codes as in a scan; beginnings as ranges of four indexes; words are first looked up among the words that titles
 * have, then the titles in the inverted index of their words.
 */
export const productSource: SearchSource = {
  kind: 'product',
  async find(db: Database, { text, code, starting }: Question) {
    const matches = await findMatches(db, text);
    const exact = [...new Set(matches.map(({ product }) => product.id))].slice(0, SEARCH_RESULTS_PER_KIND);
    // A code with digits is no word: nothing else is meant.
    const isCode = exact.length > 0 && /\d/.test(code);
    const sure = [...exact, ...(isCode || starting === undefined ? [] : await listByCodeStart(db, starting))];
    const titled = isCode ? { ids: [], isGuessed: false } : await listByTitle(db, text);
    const ids = [...new Set([...sure, ...titled.ids])].slice(0, SEARCH_RESULTS_PER_KIND);
    return (await listProducts(db, ids)).map((row) => ({
      ...toFound(row, { isExact: exact.includes(row.id) }),
      isGuessed: titled.isGuessed && !sure.includes(row.id),
    }));
  },
};

async function listByCodeStart(db: Database, start: CodeRange): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* prepared: search_product_codes */
    select distinct id from (
      (select product_id as id from listings where upper(seller_sku) ~>=~ ${start.from} and upper(seller_sku) ~<~ ${start.below} order by upper(seller_sku) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
      union all (select product_id from listings where upper(fnsku) ~>=~ ${start.from} and upper(fnsku) ~<~ ${start.below} order by upper(fnsku) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
      union all (select product_id from listings where upper(asin) ~>=~ ${start.from} and upper(asin) ~<~ ${start.below} order by upper(asin) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
      union all (select id from products where upper(item_code) ~>=~ ${start.from} and upper(item_code) ~<~ ${start.below} order by upper(item_code) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
    ) found order by id limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns also whether a word was taken for one like it, or left out */
async function listByTitle(db: Database, text: string): Promise<{ ids: number[]; isGuessed: boolean }> {
  const typed = searchedWords(text);
  // A code in one piece: its letters are no words that anybody mistyped.
  if (/\d/.test(text) && !/\s/.test(text)) {
    return { ids: await listTitles(db, titleSearch(typed.map((word) => ({ typed: word, words: [word] }))), text), isGuessed: false };
  }
  const meant = await listMeantWords(db, typed);
  const found = await listTitles(db, titleSearch(meant), text);
  // No title has that model or size beside the other words: the words alone, then.
  if (found.length > 0) return { ids: found, isGuessed: meant.some(({ isAlike }) => isAlike === true) };
  return { ids: await listTitles(db, titleSearch(meant.filter(({ typed }) => !/\d/.test(typed))), text), isGuessed: true };
}

/** What titles have for each word that was typed: words that begin with it, else words that are like it. */
async function listMeantWords(db: Database, typed: readonly string[]): Promise<MeantWord[]> {
  const { rows } = await sql<{ typed: string; words: string[] }>`/* prepared: search_words */
    select typed, array(
      select w.word from title_words w where w.word >= typed collate "C" and w.word < typed || chr(1114111) collate "C"
      order by length(w.word), w.word limit ${sql.lit(MAX_STARTING)}
    ) as words
    from unnest(${typed}::text[]) with ordinality as t (typed, nth) order by nth`.execute(db);
  const meant: MeantWord[] = [];
  for (const row of rows) {
    const isKnown = row.words.length > 0 || isUnguessable(row.typed);
    meant.push(isKnown ? withItself(row) : { ...row, words: await listAlike(db, row.typed), isAlike: true });
  }
  return meant;
}

/** A word with digits is a model or a size; one of two letters is like anything. */
function isUnguessable(word: string): boolean {
  return word.length < 3 || /\d/.test(word);
}

function withItself({ typed, words }: MeantWord): MeantWord {
  return { typed, words: isUnguessable(typed) ? [typed, ...words] : words };
}

async function listAlike(db: Database, typed: string): Promise<string[]> {
  const hasty = hastyVariants(typed);
  const { rows } = await sql<{ word: string }>`/* prepared: search_words_alike */
    select w.word from title_words w where w.word % ${typed} or w.word = any(${hasty}::text[])
    order by w.word = any(${hasty}::text[]) desc, similarity(w.word, ${typed}) desc, w.word limit ${sql.lit(MAX_ALIKE)}`.execute(db);
  return rows.map(({ word }) => word);
}

async function listTitles(db: Database, query: string | undefined, text: string): Promise<number[]> {
  if (query === undefined) return [];
  const { rows } = await sql<{ id: number }>`
    with candidates as materialized (select id, title from products where to_tsvector('simple', title) @@ ${query}::tsquery limit ${CANDIDATES})
    select id from candidates order by similarity(title, ${text}) desc, id limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function listProducts(db: Database, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`/* prepared: search_products */
    select p.id, p.title, p.item_code, l.seller_sku, l.asin, l.on_hand, i.image_url
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, nth)
    join products p on p.id = wanted.id
    cross join lateral (
      select min(l.seller_sku) as seller_sku, min(l.asin) as asin, sum(c.on_hand)::int as on_hand
      from listings l left join listing_counts c on c.listing_id = l.id where l.product_id = p.id
    ) l
    left join catalog_items i on i.asin = upper(l.asin)
    order by wanted.nth`.execute(db);
  return rows;
}

function toFound({ id, title, item_code, seller_sku, asin, on_hand, image_url }: Row, { isExact }: { isExact: boolean }): Found {
  const codes = [seller_sku, asin, item_code].filter((code) => code !== null);
  return {
    id: String(id),
    title,
    detail: [...codes, `${(on_hand ?? 0).toLocaleString('en')} in stock`].join(' · '),
    imageUrl: image_url,
    path: `/products/${id}`,
    isExact,
  };
}
