import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import type { Database } from '../../platform/database/connection/connect.ts';
import { findMatches } from './code-match.read-model.ts';
import { titleQuery } from './title-words.rules.ts';

/** The meaning of a search text: the listings of a code, or words of a title if the catalog doesn't contain the code. */
export async function resolveSearch(
  db: Database,
  search: string,
): Promise<{ readonly listings: readonly CatalogMatch['listing'][] } | { readonly words: string }> {
  const listings = (await findMatches(db, normalizeCode(search))).map(({ listing }) => listing);
  const words = titleQuery(search);
  return listings.length > 0 || words === undefined ? { listings } : { words };
}
