import { numberText } from '@stowage/contract/formats/text/number-text';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { matchCode } from '../../catalog/index.ts';
import type { CodeRange, SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchHit, type SearchSource } from '../search-source.ts';
import { searchedWords, titleSearch, typoVariants, type WordMatch } from '../title-words.rules.ts';

interface Row {
  id: number;
  title: string;
  item_code: string | null;
  seller_sku: string | null;
  sku_count: number;
  asin: string | null;
  on_hand: number | null;
  image_url: string | null;
}

/** The number of titles that are ranked. A common word can match a hundred thousand. */
const CANDIDATES = 200;
/** The maximum number of title words for an entered prefix, and for a word with a typo. */
const MAX_COMPLETIONS = 8;
const MAX_SIMILAR = 5;

/**
 * Finds products by a code, by the prefix of a code, or by title words, which may be prefixes or contain a typo. Plan: codes as in
 * a scan; prefixes as ranges in four indexes; words in the index of title words, then titles in their inverted index.
 */
export const productSource: SearchSource = {
  kind: 'product',
  async find(db: Database, { text, code, prefix }: SearchQuery) {
    const matches = await matchCode(db, text);
    const exact = [...new Set(matches.map(({ product }) => product.id))].slice(0, SEARCH_RESULTS_PER_KIND);
    // An exact code with digits is not a word of a title.
    const isCode = exact.length > 0 && /\d/.test(code);
    const sure = [...exact, ...(isCode || prefix === undefined ? [] : await listByCodeStart(db, prefix))];
    const titled = isCode ? { ids: [], isFuzzy: false } : await listByTitle(db, text);
    const ids = [...new Set([...sure, ...titled.ids])].slice(0, SEARCH_RESULTS_PER_KIND);
    return (await listProducts(db, ids)).map((row) => ({
      ...toHit(row, { isExact: exact.includes(row.id) }),
      isFuzzy: titled.isFuzzy && !sure.includes(row.id),
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

/** @returns `isFuzzy` when a word was replaced by similar ones or skipped */
async function listByTitle(db: Database, text: string): Promise<{ ids: number[]; isFuzzy: boolean }> {
  const typed = searchedWords(text);
  // A single token with digits is a code; its letters are not mistyped words.
  if (/\d/.test(text) && !/\s/.test(text)) {
    return { ids: await listTitles(db, titleSearch(typed.map((word) => ({ typed: word, words: [word] }))), text), isFuzzy: false };
  }
  const matches = await matchWords(db, typed);
  const ids = await listTitles(db, titleSearch(matches), text);
  // Without a match for all words, the models and sizes are skipped.
  if (ids.length > 0) return { ids, isFuzzy: matches.some(({ isFuzzy }) => isFuzzy === true) };
  return { ids: await listTitles(db, titleSearch(matches.filter(({ typed }) => !/\d/.test(typed))), text), isFuzzy: true };
}

/** Returns the title words for each entered word: those that begin with it, or else similar ones. */
async function matchWords(db: Database, typed: readonly string[]): Promise<WordMatch[]> {
  const { rows } = await sql<{ typed: string; words: string[] }>`/* prepared: search_words */
    select typed, array(
      select w.word from title_words w where w.word >= typed collate "C" and w.word < typed || chr(1114111) collate "C"
      order by length(w.word), w.word limit ${sql.lit(MAX_COMPLETIONS)}
    ) as words
    from unnest(${typed}::text[]) with ordinality as t (typed, position) order by position`.execute(db);
  const matches: WordMatch[] = [];
  for (const row of rows) {
    const isKnown = row.words.length > 0 || isExactOnly(row.typed);
    matches.push(isKnown ? withItself(row) : { ...row, words: await listSimilarWords(db, row.typed), isFuzzy: true });
  }
  return matches;
}

/** Words with digits are models or sizes, and words of two letters are similar to anything. */
function isExactOnly(word: string): boolean {
  return word.length < 3 || /\d/.test(word);
}

function withItself({ typed, words }: WordMatch): WordMatch {
  return { typed, words: isExactOnly(typed) ? [typed, ...words] : words };
}

async function listSimilarWords(db: Database, typed: string): Promise<string[]> {
  const variants = typoVariants(typed);
  const { rows } = await sql<{ word: string }>`/* prepared: search_words_alike */
    select w.word from title_words w where w.word % ${typed} or w.word = any(${variants}::text[])
    order by w.word = any(${variants}::text[]) desc, similarity(w.word, ${typed}) desc, w.word limit ${sql.lit(MAX_SIMILAR)}`.execute(db);
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
    select p.id, p.title, p.item_code, l.seller_sku, l.sku_count, l.asin, l.on_hand, i.image_url
    from unnest(${hidden(ids, 'bigint[]')}) with ordinality as wanted (id, position)
    join products p on p.id = wanted.id
    cross join lateral (
      select min(l.seller_sku) as seller_sku, count(l.seller_sku)::int as sku_count, min(l.asin) as asin, sum(c.on_hand)::int as on_hand
      from listings l left join listing_counts c on c.listing_id = l.id where l.product_id = p.id
    ) l
    left join catalog_items i on i.asin = upper(l.asin)
    order by wanted.position`.execute(db);
  return rows;
}

function toHit({ id, title, item_code, seller_sku, sku_count, asin, on_hand, image_url }: Row, { isExact }: { isExact: boolean }): SearchHit {
  // The stock is the product's: next to one of several SKUs it would look like that SKU's.
  const sku = sku_count > 1 ? `${sku_count} SKUs` : seller_sku;
  const codes = [sku, asin, item_code].filter((code) => code !== null);
  return {
    id: String(id),
    title,
    detail: joinDetails(...codes, `${numberText(on_hand ?? 0)} in stock${sku_count > 1 ? ' in all' : ''}`),
    imageUrl: image_url,
    path: `/products/${id}`,
    isExact,
  };
}
