import type { SearchKind, SearchResult } from '@stowage/contract/search';
import type { Database } from '../../platform/database/connect.ts';
import type { Question } from './question.rules.ts';

export type Found = Omit<SearchResult, 'imageUrl'> & Partial<Pick<SearchResult, 'imageUrl'>>;

/** One kind of what can be found. A further kind is a file beside the others, a line in `SEARCH_KINDS` and one in the service. */
export interface SearchSource {
  readonly kind: SearchKind;
  /** At most five, the best first. It is ended when it takes too long. */
  find(db: Database, question: Question): Promise<readonly Found[]>;
}
