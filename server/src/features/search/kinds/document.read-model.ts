import { DOCUMENT_TYPES, type DocumentTypeName } from '@stowage/contract/documents/document-types';
import type { Permission } from '@stowage/contract/permissions';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';
import { searchedWords } from '../typo.rules.ts';

interface Row {
  id: number;
  name: string;
  type: DocumentTypeName;
  link_label: string | null;
  vendor: string | null;
}

/** Of a word that many documents have, so many are looked at and the newest of them shown. */
const CANDIDATES = 200;
/** Shorter words are the beginning of too many: they are meant as they are. */
const MIN_START = 4;

/**
 * By the words of their name, of what they belong to and of its vendor, each of which may be a beginning
 * of four letters or more; or by their number.
 * Only those of areas that whoever asks may see. Plan: a key, and the inverted index of words.
 */
export const documentSource: SearchSource = {
  kind: 'document',
  async find(db: Database, { text, code, recordId, isNarrowed }: Question, areas: readonly Permission[]) {
    const typed = searchedWords(text.replace(/[^\p{L}\p{N}]+/gu, ' '));
    if (typed.length === 0) return [];
    const words = typed.map((word) => (word.length < MIN_START ? word : `${word}:*`)).join(' & ');
    const called = sql`to_tsvector('simple', d.words) @@ to_tsquery('simple', ${words})`;
    const isOpen = sql`d.deleted_at is null and d.area = any(${areas}::text[])`;
    const { rows } = await sql<Row>`
      with called as materialized (
        (select d.id from documents d where ${called} and ${isOpen} limit ${CANDIDATES})
        union select d.id from documents d where d.id = ${isNarrowed ? (recordId ?? null) : null}::bigint and ${isOpen}
      )
      select d.id, d.name, d.type, d.link_label, d.vendor from called join documents d on d.id = called.id
      order by d.id = ${recordId ?? null}::bigint desc nulls last, upper(d.name) = ${code} desc, d.id desc limit ${SEARCH_RESULTS_PER_KIND}`.execute(db);
    return rows.map((row) => toFound(row, row.name.toUpperCase() === code || (isNarrowed && row.id === recordId)));
  },
};

function toFound({ id, name, type, link_label, vendor }: Row, isExact: boolean): Found {
  return {
    id: String(id),
    title: name,
    detail: [DOCUMENT_TYPES[type].label, link_label, vendor].filter((part) => part !== null).join(' · '),
    path: addressOf('/documents', { document: id }),
    isExact,
  };
}
