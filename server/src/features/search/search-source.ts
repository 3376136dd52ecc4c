import type { Permission } from '@stowage/contract/permissions';
import type { SearchKind, SearchResult } from '@stowage/contract/search/search';
import type { Database } from '../../platform/database/connect.ts';
import type { Question } from './question.rules.ts';

export type Found = Omit<SearchResult, 'imageUrl'> &
  Partial<Pick<SearchResult, 'imageUrl'>> & {
    /** Found only by taking what was typed for something like it. */
    readonly isGuessed?: boolean;
  };

/** Of numbers with the same end so many are looked at, and the newest of them shown. */
export const ENDINGS_LOOKED_AT = 50;

/** One kind of what can be found. A further kind is a file beside the others, a line in `SEARCH_KINDS` and one in the service. */
export interface SearchSource {
  readonly kind: SearchKind;
  /** At most five, the best first. It is ended when it takes too long. @param areas what whoever asks is permitted */
  find(db: Database, question: Question, areas: readonly Permission[]): Promise<readonly Found[]>;
}
