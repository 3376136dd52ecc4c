import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { rowArrays } from '../../platform/database/hidden-value.ts';

export interface Link {
  readonly position: number;
  readonly entryId: number;
  readonly hash: Buffer;
}

/** An entry as the text that is hashed: the same for the same values, on every version of PostgreSQL. */
const TEXT = sql<string>`jsonb_build_array(e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.actor_id, e.request_id,
  e.action, e.record_kind, e.record_id, e.before, e.after, e.records)::text`;

/** Locks the cursor, so that one process at a time adds links. @returns the id up to which every entry has its link */
export async function lockCursor(tx: Database): Promise<number> {
  const { complete_to } = await tx.selectFrom('audit_chain_cursor').select('complete_to').forUpdate().executeTakeFirstOrThrow();
  return complete_to;
}

export async function findLastLink(db: Database): Promise<Link | undefined> {
  const row = await db.selectFrom('audit_chain').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst();
  return row && { position: row.position, entryId: row.entry_id, hash: row.hash };
}

const PAGE = 2_000;

/**
 * Entries without a link. An entry may commit after one with a higher id, so they are searched from the cursor, not from the last link.
 * Plan: pages of the primary key, and the link of each by key: one statement for all was planned for the share of entries
 * that had no link before, and read the whole log for each batch of many new entries.
 */
export async function listUnlinked(db: Database, { after, limit }: { after: number; limit: number }): Promise<{ id: number; text: string }[]> {
  const found: { id: number; text: string }[] = [];
  for (let from: number | undefined = after; from !== undefined && found.length < limit; ) {
    const { rows } = await sql<{ id: number; text: string | null }>`
      select e.id, case when c.entry_id is null then ${TEXT} end as text
      from (select * from audit_entries where id > ${from} order by id limit ${PAGE}) e
      left join lateral (select entry_id from audit_chain where entry_id = e.id offset 0) c on true order by e.id`.execute(db);
    for (const { id, text } of rows) if (text !== null) found.push({ id, text });
    from = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  }
  return found.slice(0, limit);
}

export async function insertLinks(tx: Database, links: readonly Link[]): Promise<void> {
  await sql`insert into audit_chain (position, entry_id, hash)
    select * from unnest(${rowArrays(links, { position: 'bigint[]', entryId: 'bigint[]', hash: 'bytea[]' })})`.execute(tx);
}

/**
 * Moves the cursor as far as no open transaction can add an entry.
 * @param linkedTo the last entry up to which everything visible has its link; undefined for all
 * @param lastLinked the newest link
 * @param openSince the start of the oldest transaction, read before the entries
 */
export async function moveCursor(
  tx: Database,
  { linkedTo, lastLinked, openSince }: { linkedTo: number | undefined; lastLinked: number; openSince: string },
): Promise<void> {
  await sql`update audit_chain_cursor
    set complete_to = greatest(complete_to, least(seen_to, ${linkedTo ?? null}::bigint)), seen_to = greatest(seen_to, ${lastLinked}), seen_at = clock_timestamp()
    where seen_at < ${openSince}::timestamptz`.execute(tx);
}

/** A page of links with the texts of their entries; null for an entry that is gone. */
export async function listLinks(db: Database, { after, limit }: { after: number; limit: number }): Promise<(Link & { text: string | null })[]> {
  const { rows } = await sql<{ position: number; entry_id: number; hash: Buffer; text: string | null }>`
    select c.position, c.entry_id, c.hash, case when e.id is not null then ${TEXT} end as text
    from audit_chain c left join audit_entries e on e.id = c.entry_id where c.position > ${after} order by c.position limit ${limit}`.execute(db);
  return rows.map(({ entry_id, ...row }) => ({ ...row, entryId: entry_id }));
}

/** Entries without a link: the first one that should have one, and the number of new ones. */
export async function findUnlinked(db: Database): Promise<{ overdue: number | null; waiting: number }> {
  const { rows } = await sql<{ overdue: number | null; waiting: number }>`
    select min(e.id) filter (where e.id <= k.complete_to) as overdue, (count(*) filter (where e.id > k.complete_to))::int as waiting
    from audit_entries e cross join audit_chain_cursor k where not exists (select from audit_chain c where c.entry_id = e.id)`.execute(db);
  return rows[0] ?? { overdue: null, waiting: 0 };
}

/** Every entry up to this id has its link, and no open transaction can add one below it. */
export async function findChainedTo(db: Database): Promise<number> {
  return (await db.selectFrom('audit_chain_cursor').select('complete_to').executeTakeFirstOrThrow()).complete_to;
}

/** A page of the links of a range of entries, by the entries' ids. */
export async function listLinksOf(db: Database, { after, before, limit }: { after: number; before: number; limit: number }): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select position, entry_id as "entryId", hash from audit_chain where entry_id > ${after} and entry_id < ${before} order by entry_id limit ${limit}`.execute(
    db,
  );
  return rows;
}
