import { utcDay } from '@stowage/contract/formats/day';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';

/** Held while MAP snapshots are written, and while competitors are renamed. */
const MAP_SNAPSHOTS_LOCK = 871_009;

/** A product whose offers the marketplace has just reported. */
export interface OfferSample {
  readonly asin: string;
  /** There may be more offers than the marketplace reported. */
  readonly isCutShort: boolean;
}

/**
 * Records the competitors that offer these products below the MAP, from the stored offers. Call it in the transaction that
 * stores the offers. A second sample on the same day counts nothing twice.
 */
export async function recordMapSnapshots(tx: Database, samples: readonly OfferSample[], now: Date): Promise<void> {
  if (samples.length === 0) return;
  const asins = samples.map(({ asin }) => asin);
  await lockMapSnapshots(tx);
  // Inserts only new accounts, because each attempted insert would consume an ID.
  await sql`
    insert into competitors (seller_id, name)
    select distinct seller_id, seller_id from competitor_offers o where asin = any(${asins}::text[]) and condition = 11 and not is_own and seller_id <> ''
      and not exists (select from competitors known where known.seller_id = o.seller_id)
    on conflict (seller_id) do nothing`.execute(tx);
  await saveOffers(tx, asins, now);
  await sql`
    with sampled (asin, is_cut_short) as (select * from unnest(${rowArrays(samples, { asin: 'text[]', isCutShort: 'boolean[]' })})),
    priced as (select t.* from sampled t where exists (select from ${mapOfAsin(sql`t.asin`)} m where m.map is not null)),
    fresh as (
      insert into map_samples (day, asin, is_cut_short) select ${dayOf(now)}, asin, is_cut_short from priced
      on conflict (day, asin) do nothing returning is_cut_short
    )
    insert into map_sample_days as d (day, asins, cut_short)
    select ${dayOf(now)}, count(*), count(*) filter (where is_cut_short) from fresh having count(*) > 0
    on conflict (day) do update set asins = d.asins + excluded.asins, cut_short = d.cut_short + excluded.cut_short`.execute(tx);
}

/** Serializes changes of snapshots and competitor names, because a concurrent rename would make the counts wrong. */
export async function lockMapSnapshots(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MAP_SNAPSHOTS_LOCK})`.execute(tx);
}

/** One statement, so that all its parts see the day as it was before, and each new violator of an ASIN is counted once. */
async function saveOffers(tx: Database, asins: readonly string[], now: Date): Promise<void> {
  await sql`
    with offers as (
      select o.asin, c.id as competitor_id, c.name, o.price, o.shipping, m.map, o.price + case when s.counts_shipping then o.shipping else 0 end as compared
      from competitor_offers o
      join competitors c on c.seller_id = o.seller_id and c.is_watched
      cross join lateral ${mapOfAsin(sql`o.asin`)} m
      cross join map_settings s
      where o.asin = any(${asins}::text[]) and o.condition = 11 and not o.is_own and m.map is not null
    ),
    known as (
      select v.asin, c.name from map_snapshots v join competitors c on c.id = v.competitor_id and c.is_watched
      where v.day = ${dayOf(now)} and v.asin = any(${asins}::text[]) and v.is_violation
    ),
    saved as (
      insert into map_snapshots as old (day, asin, competitor_id, price, shipping, compared, map, read_at)
      select ${dayOf(now)}, asin, competitor_id, price, shipping, compared, map, ${now} from offers
      on conflict (day, asin, competitor_id) do update set price = excluded.price, shipping = excluded.shipping, compared = excluded.compared,
        map = excluded.map, read_at = excluded.read_at
      where excluded.compared - excluded.map < old.compared - old.map
    ),
    new_violations as (select distinct asin, name from offers where compared < map except select asin, name from known)
    insert into map_violation_days as d (name, day, violations)
    select name, ${dayOf(now)}, count(*) from new_violations group by name
    on conflict (name, day) do update set violations = d.violations + excluded.violations`.execute(tx);
}

/** Recounts the violations of these names after accounts have joined or left them, or of all names. */
export async function recountNames(tx: Database, names?: readonly string[]): Promise<void> {
  const isCounted = names === undefined ? sql`true` : sql`name = any(${names}::text[])`;
  await sql`delete from map_violation_days where ${isCounted}`.execute(tx);
  await sql`
    insert into map_violation_days (name, day, violations)
    select c.name, v.day, count(distinct v.asin) from competitors c join map_snapshots v on v.competitor_id = c.id and v.is_violation
    where ${isCounted} and c.is_watched group by c.name, v.day`.execute(tx);
}

const dayOf = (moment: Date) => sql`${utcDay(moment)}::date`;

/**
 * The highest MAP of the products that are listed under an ASIN. With `offset 0` the price lists are looked up for each product, where
 * a join would read all of them for each ASIN.
 */
const mapOfAsin = (asin: ReturnType<typeof sql>) => sql`(
  select max(p.map) as map
  from listings l cross join lateral (select map from product_prices where product_id = l.product_id offset 0) p where upper(l.asin) = ${asin}
)`;
