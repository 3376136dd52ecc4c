import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { checkSkusOf } from '../out-of-sync/out-of-sync-check.repository.ts';
import { type ReportedListing, reportedRows } from './reported-rows.condition.ts';

export interface SavedListing {
  readonly sku: string;
  readonly isNew: boolean;
  /** Whether the report changed any value; false when it confirmed them. */
  readonly isChanged: boolean;
}

/** Knowledge of single listings, and how we came by it. */
interface Knowledge {
  readonly source: 'ACCEPTED' | 'READ';
  /** The time at which the values were true. */
  readonly at: Date;
}

/**
 * Stores reported listings with unique SKUs, except for the values that are known from later than the report.
 * @param at when the report was requested: it shows nothing that happened after that
 * @returns the listings of which the report is the newest source of any value
 */
export async function saveReported(tx: Database, listings: readonly ReportedListing[], at: Date): Promise<SavedListing[]> {
  const { rows } = await sql<SavedListing>`
    with incoming as materialized (select * from ${reportedRows(listings)}), before as materialized (
      select old.* from marketplace_listings old join incoming i on i.sku = old.seller_sku
    ), saved as (
      insert into marketplace_listings as m (seller_sku, asin, title, condition, channel, price, price_at, quantity, quantity_at, status, status_at)
      -- In order, so that two writers don't wait for each other.
      select i.sku, i.asin, i.title, i.condition, i.channel, i.price, ${moment(at)}, i.quantity, ${moment(at)}, i.status, ${moment(at)} from incoming i order by i.sku
      on conflict (seller_sku) do update set
        ${newer(['price'], 'price')}, ${newer(['quantity'], 'quantity')}, ${newer(['status', 'gone_at', 'asin', 'title', 'condition', 'channel'], 'status')},
        -- Decided from the row itself, which another writer may have changed since \`before\` was read.
        changed_at = case when excluded.quantity_at > m.quantity_at and excluded.quantity is distinct from m.quantity
          or excluded.status_at > m.status_at and (m.gone_at is not null or excluded.channel <> m.channel) then now() else m.changed_at end
      where ${moment(at)} > least(m.price_at, m.quantity_at, m.status_at)
      returning m.*
    ), compared as (${checkSkusOf(sql`select seller_sku from saved where changed_at = now()`)})
    select s.seller_sku as sku, b.seller_sku is null as "isNew",
      (b.asin, b.title, b.condition, b.channel, b.price, b.quantity, b.status, b.gone_at is null)
        is distinct from (s.asin, s.title, s.condition, s.channel, s.price, s.quantity, s.status, s.gone_at is null) as "isChanged"
    from saved s left join before b on b.seller_sku = s.seller_sku`.execute(tx);
  return rows;
}

/** The assignments of columns whose age and source are in `<name>_at` and `<name>_source`, where the inserted row is newer. */
function newer(columns: readonly string[], name: 'price' | 'quantity' | 'status'): RawBuilder<unknown> {
  const at = `${name}_at`;
  const all = [...columns, at, `${name}_source`];
  return sql.join(
    all.map((column) => {
      const [own, old] = [sql.ref(`excluded.${column}`), sql.ref(`m.${column}`)];
      return sql`${sql.ref(column)} = case when ${sql.ref(`excluded.${at}`)} > ${sql.ref(`m.${at}`)} then ${own} else ${old} end`;
    }),
  );
}

/** A condition: a report has this SKU. */
export type IsReported = (sku: RawBuilder<unknown>) => RawBuilder<boolean>;

/** Marks the listings that a complete report does not have. @returns how many are newly gone */
export async function markMissing(tx: Database, at: Date, isReported: IsReported = () => sql`false`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with missing as materialized (
      select m.seller_sku, m.gone_at from marketplace_listings m where m.status_at < ${moment(at)}
        and not ${isReported(sql`m.seller_sku`)}
      order by m.seller_sku for no key update
    ), marked as (
      update marketplace_listings m set gone_at = coalesce(m.gone_at, ${at}), status_at = ${at}, status_source = 'REPORT'
      from missing where m.seller_sku = missing.seller_sku
    ), compared as (${checkSkusOf(sql`select seller_sku from missing where gone_at is null`)})
    select count(*)::int as count from missing where gone_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Marks the listings that the marketplace no longer has. A report or a call that shows one again takes that back. */
export async function markGone(tx: Database, skus: readonly string[], at: Date): Promise<void> {
  await sql`
    with gone as materialized (
      select seller_sku from marketplace_listings where seller_sku = any(${skus}::text[]) and status_at < ${moment(at)} order by seller_sku for no key update
    ), marked as (
      update marketplace_listings m set gone_at = coalesce(m.gone_at, ${at}), status_at = ${at}, status_source = 'READ'
      from gone where m.seller_sku = gone.seller_sku
    )
    ${checkSkusOf(sql`select seller_sku from gone`)}`.execute(tx);
}

/**
 * The end of a statement's list of parts, and its last part: stores facts, except for values that are known from later.
 * @param facts a query with the columns seller_sku, price, quantity and status; null is unknown. A listing with a status exists
 */
export function learn(facts: RawBuilder<unknown>, { source, at: time }: Knowledge): RawBuilder<unknown> {
  const at = moment(time);
  const isNewer = (name: 'price' | 'quantity' | 'status') => sql`f.${sql.ref(name)} is not null and ${at} > m.${sql.ref(`${name}_at`)}`;
  const values = (name: 'price' | 'quantity' | 'status') => sql`
    ${sql.ref(name)} = case when ${isNewer(name)} then f.${sql.ref(name)} else m.${sql.ref(name)} end,
    ${sql.ref(`${name}_at`)} = case when ${isNewer(name)} then ${at} else m.${sql.ref(`${name}_at`)} end,
    ${sql.ref(`${name}_source`)} = case when ${isNewer(name)} then ${source} else m.${sql.ref(`${name}_source`)} end`;
  return sql`
    learned as (
    update marketplace_listings m set ${values('price')}, ${values('quantity')}, ${values('status')},
      gone_at = case when ${isNewer('status')} then null else m.gone_at end,
      accepted_at = ${source === 'ACCEPTED' ? sql`greatest(m.accepted_at, ${at})` : sql`m.accepted_at`}
    from (
      -- Locked in order, so that two writers don't wait for each other.
      select facts.* from (${facts}) facts join marketplace_listings known on known.seller_sku = facts.seller_sku
      order by facts.seller_sku for no key update of known
    ) f where m.seller_sku = f.seller_sku
    returning m.seller_sku, f.quantity is not null or f.status is not null as is_compared
    )
    ${checkSkusOf(sql`select seller_sku from learned where is_compared`)}`;
}

/** A listing as a call of the marketplace has it; null is unknown. */
export interface ReadListing {
  readonly sku: string;
  /** Decimal text. */
  readonly price: string | null;
  readonly quantity: number | null;
  readonly status: string;
}

/** Stores what was read of known listings. */
export async function saveRead(tx: Database, listings: readonly ReadListing[], at: Date): Promise<void> {
  const facts = sql`select sku as seller_sku, price, quantity, status
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as i (sku text, price numeric, quantity integer, status text)`;
  await sql`with ${learn(facts, { source: 'READ', at })}`.execute(tx);
}

/** Stores a price that the marketplace accepted from a person. */
export async function saveAcceptedPrice(tx: Database, { sku, cents, at }: { sku: string; cents: number; at: Date }): Promise<void> {
  const fact = sql`select ${sku}::text as seller_sku, ${cents}::numeric / 100 as price, null::integer as quantity, null::text as status`;
  await sql`with ${learn(fact, { source: 'ACCEPTED', at })}`.execute(tx);
}

const moment = (time: Date) => sql`${time}::timestamptz`;
