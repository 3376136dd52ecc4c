import type { ListingJobKind } from '@stowage/contract/pricing/listing-jobs';
import type { PriceChannel } from '@stowage/contract/pricing/pricing';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { joinByHash, joinByKey } from '../../../platform/database/join-methods.ts';
import type { OutdatedPrice, PlannedPrice } from '../engine/outdated-price.service.ts';
import { isInChannels } from '../engine/price-channel.condition.ts';
import { quantityFacts } from '../listing-state/quantity-to-offer.condition.ts';
import { PATCHES_PART } from './change.repository.ts';

interface Part {
  readonly jobId: number;
  readonly kind: ListingJobKind;
  readonly part: number;
}

/**
 * Decides the quantity of an open change from the stock of this moment, because the plan may be hours old. Leaves out one that is
 * paused or withheld by now; a change with nothing else to send ends as unchanged.
 */
export async function decideQuantity(db: Database, part: Part, position: number): Promise<void> {
  await saveQuantities(db, part.jobId, await listQuantities(db, part, sql`c.position = ${position}`));
}

interface DecidedQuantity {
  readonly sku: string;
  readonly wanted: number | null;
  readonly isSent: boolean;
  /** Why it is not sent. */
  readonly why: string;
}

const NOT_OURS = 'Amazon has no listing of this SKU from your own stock';

/**
 * The quantity of a change by the kind of its job, and whether it is sent. Syncs send the quantity of the stock. Clears and restores
 * send the one that they were started for, but a restore offers no more than the stock where quantities follow it.
 */
function quantityOf(kind: ListingJobKind) {
  if (kind === 'clear-listings') return { wanted: sql`c.new_quantity`, isAllowed: sql`true` };
  if (kind === 'restore-listings') {
    return { wanted: sql`case q.mode when 'OFF' then c.new_quantity else least(c.new_quantity, f.wanted) end`, isAllowed: sql`true` };
  }
  return { wanted: sql`f.wanted`, isAllowed: sql`(f.wanted is not null and q.mode <> 'PAUSED')` };
}

/** The quantities of a part's open changes that are no longer as planned. */
async function listQuantities(db: Database, { jobId, kind, part }: Part, which = sql`true`): Promise<DecidedQuantity[]> {
  const { wanted, isAllowed } = quantityOf(kind);
  const isOurs = sql`exists (select from marketplace_listings m where m.seller_sku = c.seller_sku and m.gone_at is null and m.channel = 'DEFAULT')`;
  const { rows } = await sql<DecidedQuantity>`
    select sku, wanted, is_ours and is_allowed as "isSent",
      case when not is_ours then ${NOT_OURS} when mode = 'PAUSED' then 'quantities are paused' else 'it is withheld' end as why
    from (
      select c.seller_sku as sku, c.new_quantity, q.mode, ${wanted} as wanted, ${isAllowed} as is_allowed, ${isOurs} as is_ours
      from listing_changes c cross join quantity_settings q left join listings own on own.seller_sku = c.seller_sku
        -- Without the offset, the quantities of all listings would be computed.
        left join lateral (${quantityFacts(sql`own.id`)} offset 0) f on true
      where c.job_id = ${jobId} and c.part = ${part} and c.outcome is null and c.sends_quantity and ${which}
    ) one
    where not (is_ours and is_allowed) or new_quantity is distinct from wanted`.execute(db);
  return rows;
}

async function saveQuantities(db: Database, jobId: number, decided: readonly DecidedQuantity[]): Promise<void> {
  if (decided.length === 0) return;
  const isOpen = sql`(d."isSent" or c.sends_price)`;
  await sql`
    update listing_changes c set new_quantity = coalesce(d.wanted, c.new_quantity), sends_quantity = d."isSent",
      part = case when ${isOpen} then c.part end, position = case when ${isOpen} then c.position end,
      outcome = case when ${isOpen} then null when c.held_by is not null then 'HELD' else 'UNCHANGED' end,
      reason = case when d."isSent" then c.reason
        else concat_ws('; ', c.reason, 'the quantity was not sent: ' || d.why) end
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as d (sku text, wanted integer, "isSent" boolean, why text)
    where c.job_id = ${jobId} and c.seller_sku = d.sku and c.outcome is null`.execute(db);
}

/**
 * Decides the quantities of a whole part, as of a single change, and closes the gaps that it leaves: a change's position is that of
 * its message in the feed. Not for a part that was submitted, which must stay as it is.
 */
export async function decidePart(tx: DatabaseTransaction, part: Part): Promise<void> {
  await joinByKey(tx);
  const decided = await listQuantities(tx, part);
  await joinByHash(tx);
  await saveQuantities(tx, part.jobId, decided);
  await closeGaps(tx, part);
}

async function closeGaps(tx: DatabaseTransaction, { jobId, part }: Omit<Part, 'kind'>): Promise<void> {
  // Through negative positions, because no two changes may have the same one at any moment.
  await sql`
    update listing_changes c set position = -1 - o.nth
    from (select seller_sku, position, row_number() over (order by position) - 1 as nth from listing_changes where job_id = ${jobId} and part = ${part}) o
    where c.job_id = ${jobId} and c.seller_sku = o.seller_sku and o.position <> o.nth`.execute(tx);
  await sql`update listing_changes set position = -1 - position where job_id = ${jobId} and part = ${part} and position < 0`.execute(tx);
}

/** Ends the changes of a job that were not submitted yet. */
export async function leaveUnsent(tx: Database, jobId: number, reason: string): Promise<void> {
  await sql`update listing_changes c set outcome = 'UNCHANGED', reason = ${reason} where job_id = ${jobId} and ${isUnsubmitted}`.execute(tx);
}

/**
 * Whether a job is still to send prices of the channels; `IN_DOUBT` when a feed with such prices was opened, and may have been
 * submitted before the process ended or lost the answer.
 */
export async function findUnsentPrices(db: Database, jobId: number, channels: readonly PriceChannel[]): Promise<'IN_DOUBT' | 'UNSENT' | undefined> {
  const isOpened = sql`exists (select from listing_feeds f where f.job_id = c.job_id and f.part = c.part and f.part <> ${PATCHES_PART})`;
  const { rows } = await sql<{ is_opened: boolean }>`
    select ${isOpened} as is_opened from listing_changes c where job_id = ${jobId} and ${isUnsentPrice(channels)} order by 1 desc limit 1`.execute(db);
  return rows[0] && (rows[0].is_opened ? 'IN_DOUBT' : 'UNSENT');
}

/** The positions of changes with prices of the channels that were sent by themselves, and whose answer was lost. */
export async function listAttemptedPrices(db: Database, jobId: number, channels: readonly PriceChannel[]): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select c.position from listing_changes c
    where c.job_id = ${jobId} and c.part = ${PATCHES_PART} and c.attempted_at is not null and ${isUnsentPrice(channels)} order by 1`.execute(db);
  return rows.map(({ position }) => position);
}

/** Why the quantity of a change would not be sent now; undefined when it would, or when it has none. */
export async function findWithheld(db: Database, part: Part, position: number): Promise<string | undefined> {
  const [decided] = await listQuantities(db, part, sql`c.position = ${position}`);
  return decided?.isSent === false ? decided.why : undefined;
}

/** Takes the prices of the channels out of the changes of unopened feeds. Quantities are still sent. */
export async function leavePricesUnsent(tx: DatabaseTransaction, jobId: number, channels: readonly PriceChannel[]): Promise<void> {
  const { rows } = await sql<{ part: number }>`
    with before as (select c.seller_sku, c.part from listing_changes c where job_id = ${jobId} and ${isUnsentPrice(channels)} for update),
      changed as (
        update listing_changes c set ${withoutPrice(sql`'prices of its channel are paused'`)}
        from before b where c.job_id = ${jobId} and c.seller_sku = b.seller_sku)
    select distinct part from before where part is not null`.execute(tx);
  for (const { part } of rows) await closeGaps(tx, { jobId, part });
}

/** The prices that a part is still to send. @param position only of this change */
export async function listPrices(db: Database, { jobId, part }: Omit<Part, 'kind'>, position?: number): Promise<PlannedPrice[]> {
  const { rows } = await sql<PlannedPrice>`
    select c.seller_sku as sku, round(c.old_price * 100)::int as "fromCents", round(c.new_price * 100)::int as cents from listing_changes c
    where c.job_id = ${jobId} and c.part = ${part} and c.outcome is null and c.sends_price
      and ${position === undefined ? sql`true` : sql`c.position = ${position}`}`.execute(db);
  return rows;
}

/** Takes prices out of open changes that were not submitted. Leaves gaps in the positions. */
export async function leavePrices(db: Database, jobId: number, prices: readonly OutdatedPrice[]): Promise<void> {
  if (prices.length === 0) return;
  await sql`
    update listing_changes c set ${withoutPrice(sql`o.reason`)}
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as o (sku text, reason text)
    where c.job_id = ${jobId} and c.seller_sku = o.sku and c.sends_price and ${isUnsubmitted}`.execute(db);
}

/** A change `c` without its price ends, unless it has a quantity to send. */
const withoutPrice = (reason: RawBuilder<unknown>) => sql`sends_price = false, reason = concat_ws('; ', c.reason, 'the price was not sent: ' || ${reason}),
  part = case when c.sends_quantity then c.part end, position = case when c.sends_quantity then c.position end,
  outcome = case when c.sends_quantity then null else 'UNCHANGED' end`;

const isUnsubmitted = sql<SqlBool>`(c.outcome is null
  and not exists (select from listing_feeds f where f.job_id = c.job_id and f.part = c.part and f.feed_submission_id is not null))`;

const isUnsentPrice = (channels: readonly PriceChannel[]) =>
  sql<SqlBool>`(c.sends_price and ${isUnsubmitted} and ${isInChannels(sql`c.seller_sku`, channels)})`;

/**
 * Has the listings of a submitted part decided again that were sent another quantity since, because Amazon may have put the one
 * of the feed back. @returns how many
 */
export async function checkOvertaken(db: Database, { jobId, part }: Omit<Part, 'kind'>, submittedAt: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into quantity_checks (listing_id, is_forced)
    select o.listing_id, true from listing_changes c join listings l on l.seller_sku = c.seller_sku join quantity_offers o on o.listing_id = l.id
    where c.job_id = ${jobId} and c.part = ${part} and c.sends_quantity and o.sent_at > ${submittedAt} and o.sent is distinct from c.new_quantity
      and exists (select from quantity_settings where mode = 'ON')`.execute(db);
  return Number(numAffectedRows ?? 0);
}
