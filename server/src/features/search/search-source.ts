import type { Permission } from '@stowage/contract/permissions';
import type { SearchKind, SearchResult } from '@stowage/contract/search/search';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { SearchQuery } from './search-query.rules.ts';

export type SearchHit = Omit<SearchResult, 'imageUrl'> &
  Partial<Pick<SearchResult, 'imageUrl'>> & {
    /** Matched only words similar to the entered ones. */
    readonly isFuzzy?: boolean;
  };

/** Reads at most this many numbers with the same ending and shows the newest. */
export const MAX_SUFFIX_MATCHES = 50;

/** Searches one kind of record. To add a kind, add a file to `kinds`, an entry to `SEARCH_KINDS` and one to the service. */
export interface SearchSource {
  readonly kind: SearchKind;
  /** Returns at most five hits, the best first. The service cancels slow queries. @param areas the permissions of the caller */
  find(db: Database, query: SearchQuery, areas: readonly Permission[]): Promise<readonly SearchHit[]>;
}

/** Joins the parts of a result's detail line and skips empty ones. */
export function joinDetails(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
