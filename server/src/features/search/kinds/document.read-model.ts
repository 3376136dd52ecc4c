import { DOCUMENT_TYPES, type DocumentTypeName } from '@stowage/contract/documents/document-types';
import type { Permission } from '@stowage/contract/permissions';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { isOfVisibleType } from '../../documents/index.ts';
import { screenAddress } from '../screen-address.ts';
import type { SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchHit, type SearchSource } from '../search-source.ts';
import { searchedWords } from '../title-words.rules.ts';

interface Row {
  id: number;
  name: string;
  type: DocumentTypeName;
  link_label: string | null;
  vendor: string | null;
}

/** Reads at most this many matching documents and shows the newest. */
const CANDIDATES = 200;
/** Shorter words match only whole words; their prefixes match too much. */
const MIN_PREFIX_LENGTH = 4;

/**
 * Finds documents by id, or by words of the name, the linked record and the vendor, within the areas of the caller.
 * Plan: a key, and the inverted index of words.
 */
export const documentSource: SearchSource = {
  kind: 'document',
  async find(db: Database, { text, code, recordId, isNarrowed }: SearchQuery, areas: readonly Permission[]) {
    const typed = searchedWords(text.replace(/[^\p{L}\p{N}]+/gu, ' '));
    if (typed.length === 0) return [];
    const words = typed.map((word) => (word.length < MIN_PREFIX_LENGTH ? word : `${word}:*`)).join(' & ');
    const called = sql`to_tsvector('simple', d.words) @@ to_tsquery('simple', ${words})`;
    const isOpen = sql`d.deleted_at is null and d.area = any(${areas}::text[]) and ${isOfVisibleType(areas)}`;
    const { rows } = await sql<Row>`
      with called as materialized (
        (select d.id from documents d where ${called} and ${isOpen} limit ${CANDIDATES})
        union select d.id from documents d where d.id = ${isNarrowed ? (recordId ?? null) : null}::bigint and ${isOpen}
      )
      select d.id, d.name, d.type, d.link_label, d.vendor from called join documents d on d.id = called.id
      order by d.id = ${recordId ?? null}::bigint desc nulls last, upper(d.name) = ${code} desc, d.id desc limit ${SEARCH_RESULTS_PER_KIND}`.execute(db);
    return rows.map((row) => toHit(row, row.name.toUpperCase() === code || (isNarrowed && row.id === recordId)));
  },
};

function toHit({ id, name, type, link_label, vendor }: Row, isExact: boolean): SearchHit {
  return {
    id: String(id),
    title: name,
    detail: joinDetails(DOCUMENT_TYPES[type].label, link_label, vendor),
    path: screenAddress('/documents', { document: id }),
    isExact,
  };
}
