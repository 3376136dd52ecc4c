import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../../platform/database/hidden-value.ts';
import { quantityFactsOfMany } from '../../listing-state/quantity-to-offer.condition.ts';

/** A listing, and since when its stock has been as it is now, if that is known. */
export interface DriftCause {
  readonly listingId: number;
  readonly since: Date | null;
}

type Column = ReturnType<typeof sql>;

/** What the report distinguishes of a difference: too few, and how many too many; null without a difference. */
const driftOf = (shown: Column, wanted: Column, available: Column) =>
  sql`case when ${wanted} <> ${shown} then array[(${shown} < ${wanted})::int, greatest(0, ${shown} - ${available})] end`;

/**
 * Records since when Amazon shows another quantity than the wanted one, and adds the periods that ended to their days. Knows what
 * Amazon shows from its answers, reports and readings. While units are scanned one after the other, their listing stays one period.
 * Safe to repeat.
 */
export async function recordDrift(tx: Database, causes: readonly DriftCause[], at: Date): Promise<void> {
  const ids = causes.map(({ listingId }) => listingId);
  if (ids.length === 0) return;
  await sql`
    with facts as materialized (${quantityFactsOfMany(sql`select unnest(${ids}::bigint[])`)}), causes as (
      select * from unnest(${rowArrays(causes, { listingId: 'bigint[]', since: 'timestamptz[]' })}) as i (listing_id, since)
    ), known as materialized (
      select o.*, f.shown, f.wanted, f.available from quantity_offers o left join facts f on f.listing_id = o.listing_id
      where o.listing_id = any(${ids}::bigint[]) and ${driftOf(sql`f.shown`, sql`f.wanted`, sql`f.available`)} is distinct from
        case when o.drift_since is not null then ${driftOf(sql`o.drift_shown`, sql`o.drift_wanted`, sql`o.drift_available`)} end
      order by o.listing_id for no key update of o
    ), changed as (
      select k.listing_id, k.drift_since, k.drift_shown, k.drift_wanted, k.drift_available, k.shown, k.wanted, k.available,
        coalesce(k.wanted <> k.shown, false) as is_drifting, case when i.since is not null then greatest(i.since, k.answered_at) end as since
      from known k join causes i on i.listing_id = k.listing_id
    ), saved as (
      update quantity_offers o set drift_since = case when is_drifting and c.drift_since is not null then ${at} when is_drifting then least(coalesce(c.since, ${at}), ${at}) end,
        drift_shown = c.shown, drift_wanted = c.wanted, drift_available = c.available
      from changed c where o.listing_id = c.listing_id
    )
    ${addDays(
      sql`select listing_id, drift_since as since, drift_shown as shown, drift_wanted as wanted, drift_available as available, 1 as periods
      from changed where drift_since is not null`,
      at,
    )}`.execute(tx);
}

/** Adds the open periods to their days until now, so that the report lacks at most the time since the last call. */
export async function recordOpenDrift(tx: Database, at: Date): Promise<void> {
  await sql`
    with open as materialized (
      select o.* from quantity_offers o where o.drift_since < ${at} order by o.listing_id for no key update
    ), saved as (
      update quantity_offers o set drift_since = ${at} from open where o.listing_id = open.listing_id
    )
    ${addDays(sql`select listing_id, drift_since as since, drift_shown as shown, drift_wanted as wanted, drift_available as available, 0 as periods from open`, at)}`.execute(
    tx,
  );
}

/** Adds periods that end at a time to the days that they touch. */
const addDays = (periods: ReturnType<typeof sql>, at: Date) => sql`
  insert into quantity_drift_days as d (day, listing_id, periods, over_seconds, under_seconds, worst_over, worst_shown, worst_available)
  select day::date, p.listing_id, p.periods, case when p.shown > p.available then seconds else 0 end, case when p.shown < p.wanted then seconds else 0 end,
    greatest(0, p.shown - p.available), p.shown, p.available
  from (${periods}) p
  cross join lateral generate_series(date_trunc('day', p.since at time zone 'UTC'), date_trunc('day', ${at}::timestamptz at time zone 'UTC'), interval '1 day') day
  cross join lateral (select greatest(0, extract(epoch from least(${at}::timestamptz, (day + interval '1 day') at time zone 'UTC')
    - greatest(p.since, day at time zone 'UTC'))) as seconds) s
  order by 1, 2
  on conflict (day, listing_id) do update set periods = d.periods + excluded.periods, over_seconds = d.over_seconds + excluded.over_seconds,
    under_seconds = d.under_seconds + excluded.under_seconds, worst_over = greatest(d.worst_over, excluded.worst_over),
    worst_shown = case when excluded.worst_over > d.worst_over then excluded.worst_shown else d.worst_shown end,
    worst_available = case when excluded.worst_over > d.worst_over then excluded.worst_available else d.worst_available end`;

/** Deletes days before a day. */
export async function purgeDriftDays(tx: Database, before: string): Promise<void> {
  await sql`delete from quantity_drift_days where day < ${before}::date`.execute(tx);
}
