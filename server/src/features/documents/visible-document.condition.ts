import { COST_DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import { type RawBuilder, sql } from 'kysely';

/** Whether the type of a document `d` may be seen with these permissions. Its area is another condition. */
export function isOfVisibleType(permissions: readonly string[]): RawBuilder<boolean> {
  return permissions.includes('costs.read') ? sql<boolean>`true` : sql<boolean>`d.type <> all(${COST_DOCUMENT_TYPES}::text[])`;
}
