import type { Database } from '../database/connection/connect.ts';
import { seal, sealedPrefix, unseal } from '../sealing.ts';
import { derivedKeyContext } from './derived-key.ts';
import type { Keyring } from './keyring.ts';
import { listOtherwiseSealed, replaceSealed } from './reseal.repository.ts';
import type { SealedColumn } from './sealed-column.ts';

export const DERIVED_KEYS: SealedColumn = { table: 'derived_keys', id: 'purpose', column: 'sealed', contextsOf: (purpose) => [derivedKeyContext(purpose)] };

const BATCH = 500;

export interface Resealed {
  readonly done: number;
  /** Texts that none of the keys opens: they were unreadable before. */
  readonly unreadable: number;
}

/**
 * Seals the texts of a column with the current key, each in a statement of its own: it may be stopped at any time, and what was
 * changed meanwhile stays.
 */
export async function resealColumn(
  { db, encryptionKey }: { readonly db: Database; readonly encryptionKey: Keyring },
  column: SealedColumn,
  signal?: AbortSignal,
): Promise<Resealed> {
  const prefix = sealedPrefix(encryptionKey.current().id);
  let after: string | undefined;
  let [done, unreadable] = [0, 0];
  for (;;) {
    const rows = await listOtherwiseSealed(db, column, { prefix, after, limit: BATCH });
    for (const row of rows) {
      if (signal?.aborted) return { done, unreadable };
      const to = resealed(row.sealed, encryptionKey, column.contextsOf(row.id));
      if (to === undefined) unreadable += 1;
      else if (await replaceSealed(db, column, { row, to })) done += 1;
    }
    after = rows.at(-1)?.id;
    if (rows.length < BATCH) return { done, unreadable };
  }
}

function resealed(sealed: string, key: Keyring, contexts: readonly [string, ...string[]]): string | undefined {
  for (const context of contexts) {
    const text = unseal(sealed, { key, context });
    if (text !== undefined) return seal(text, { key, context: contexts[0] });
  }
  return undefined;
}
