import { createHash, randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { textProblem } from '../storable.rules.ts';

/** The keys of the rows that one attempt at a report has read. They are in the database, so that memory doesn't grow with the report. */
export interface ReportKeys {
  /** Adds keys. @returns those that the report did not have before */
  readonly claim: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Adds keys of rows that can't be read. */
  readonly mention: (keys: readonly string[]) => Promise<void>;
  /** How many rows with keys the report has, without those that can't be read. */
  readonly count: () => number;
  /**
   * Marks what the report does not have. The table of keys is unlogged: a crash or a failover of the database empties it, and ends the
   * transactions of the moment.
   * @throws Error when keys are missing, so that the report is read again
   */
  readonly whenComplete: <T>(work: (tx: DatabaseTransaction) => Promise<T>) => Promise<T>;
  /** A condition: the report has this key, also in a row that can't be read. */
  readonly has: (key: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** Forgets the keys that only earlier reports had. */
  readonly forgetOthers: () => Promise<void>;
}

const MAX_ATTEMPT = 2 ** 47;
/** An entry of an index has a limit. */
const MAX_LENGTH = 200;

/** Begins an attempt at a report. A kind of report has one attempt at a time. */
export function startReportKeys(db: DatabasePool, kind: string): ReportKeys {
  const attempt = randomInt(MAX_ATTEMPT);
  const unreadable = `${kind}, not readable`;
  let count = 0;
  let mentioned = 0;
  /** @returns the keys, as stored, that the attempt did not have before */
  const add = async (ofKind: string, keys: readonly string[]) => {
    // A key of an earlier report is updated, which writes to no index.
    const { rows } = await sql<{ key: string }>`
      insert into report_keys as k (kind, key, attempt)
      select ${ofKind}, key, ${attempt}::bigint from unnest(${keys}::text[]) as u (key)
      on conflict (kind, key) do update set attempt = excluded.attempt where k.attempt <> excluded.attempt
      returning key`.execute(db);
    return rows.map(({ key }) => key);
  };
  // A look-up of each key: the table has no statistics in the first import, and a join would compare all keys with all.
  const isAdded = (ofKind: string, key: RawBuilder<unknown>) =>
    sql<boolean>`coalesce((select k.attempt = ${attempt}::bigint from report_keys k where k.kind = ${ofKind} and k.key = ${key}), false)`;
  return {
    async claim(keys) {
      const stored = new Map(keys.map((key) => [storedKey(key), key]));
      const added = await add(kind, [...stored.keys()]);
      count += added.length;
      return new Set(added.flatMap((key) => stored.get(key) ?? []));
    },
    async mention(keys) {
      // A damaged key is the key of nothing.
      const storable = keys.filter((key) => key !== '' && textProblem({ key }) === undefined);
      if (storable.length > 0) mentioned += (await add(unreadable, [...new Set(storable.map(storedKey))])).length;
    },
    count: () => count,
    whenComplete: (work) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ stored: number }>`
          select count(*)::int as stored from report_keys where kind in (${kind}, ${unreadable}) and attempt = ${attempt}::bigint`.execute(tx);
        if (rows[0]?.stored !== count + mentioned) throw new Error('The database was restarted while the report was read');
        return work(tx);
      }),
    has: (key) => sql<boolean>`(${isAdded(kind, key)} or ${isAdded(unreadable, key)})`,
    async forgetOthers() {
      await sql`delete from report_keys where kind in (${kind}, ${unreadable}) and attempt <> ${attempt}::bigint`.execute(db);
    },
  };
}

function storedKey(key: string): string {
  return key.length <= MAX_LENGTH ? key : createHash('sha256').update(key).digest('hex');
}
