import type { Competitor } from '@stowage/contract/pricing/map-compliance';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { likeText } from '../../../platform/formats/like-text.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';

type Row = Omit<Competitor, 'firstSeenAt'> & { firstSeenAt: Date };

/** A page of the accounts by name, and the total. The search matches parts of the name and the seller ID. */
export async function listCompetitorPage(
  db: Database,
  search: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: Competitor[]; totalCount: number }> {
  const pattern = `%${likeText(search.toLowerCase())}%`;
  const found = search === '' ? sql`true` : sql`(lower(c.name) like ${pattern} or lower(c.seller_id) like ${pattern})`;
  const { rows } = await sql<Row>`
    select c.id, c.seller_id as "sellerId", c.name, c.is_watched as "isWatched", c.created_at as "firstSeenAt",
      (select max(v.day)::text from map_snapshots v where v.competitor_id = c.id and v.is_violation) as "lastViolation"
    from competitors c where ${found} order by lower(c.name), c.id limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from competitors c where ${found}`.execute(db);
  return { data: rows.map((row) => ({ ...row, firstSeenAt: utcText(row.firstSeenAt) })), totalCount: counted[0]?.count ?? 0 };
}

/** @returns the ID of the new account; undefined when it exists already */
export async function insertCompetitor(db: Database, account: { sellerId: string; name: string }): Promise<number | undefined> {
  const row = await db
    .insertInto('competitors')
    .values({ seller_id: account.sellerId, name: account.name })
    .onConflict((conflict) => conflict.column('seller_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export type CompetitorProperties = Pick<Competitor, 'name' | 'isWatched'>;

/** @returns undefined when there is no such account */
export function lockCompetitor(tx: Database, id: number): Promise<CompetitorProperties | undefined> {
  return tx.selectFrom('competitors').select(['name', 'is_watched as isWatched']).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateCompetitor(tx: Database, id: number, { name, isWatched }: CompetitorProperties): Promise<void> {
  await tx.updateTable('competitors').set({ name, is_watched: isWatched }).where('id', '=', id).execute();
}
