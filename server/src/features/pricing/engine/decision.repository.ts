import { sql } from 'kysely';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { dollars, explain, type ListingDecision } from './decision.rules.ts';

/** Stores a batch of decisions in a transaction of its own. */
export function saveDecisions(db: DatabasePool, jobId: number, decisions: readonly ListingDecision[]): Promise<void> {
  return db.transaction().execute((tx) => insertDecisions(tx, jobId, decisions));
}

/**
 * Stores decisions, the resulting changes and the updated counts. Listings that were decided before a crash stay unchanged.
 * @throws when the job has ended meanwhile
 */
export async function insertDecisions(tx: Database, jobId: number, decisions: readonly ListingDecision[]): Promise<void> {
  const rows = JSON.stringify(decisions.map(toRow));
  const { rows: counts } = await sql<{ counts: Record<string, number> }>`
      with saved as (
        insert into pricing_decisions (job_id, seller_sku, asin, condition, map_price, competitive_price, submitted_price, threshold_price, tiered_price,
          price_id, threshold_enforced, pricing_decision, pricing_method, calculation_details, competitive_data, decision_details)
        select ${jobId}, d.sku, d.asin, d.condition, d.map, d.competitive, d.wanted, d.threshold, d.tiered, d.price_id, d.enforced, d.decision, d.method,
          d.calculation, d.competitors, d.details
        from jsonb_to_recordset(${rows}::jsonb) as d (sku text, asin text, condition smallint, map numeric, competitive numeric, wanted numeric,
          threshold numeric, tiered numeric, price_id text, enforced boolean, decision text, method text, calculation jsonb, competitors jsonb, details jsonb)
        on conflict (job_id, seller_sku) do nothing returning pricing_method
      )
      select coalesce(jsonb_object_agg(pricing_method, count), '{}') as counts
      from (select pricing_method, count(*) from saved group by 1) by_method`.execute(tx);
  await sql`
      insert into listing_changes (job_id, seller_sku, old_price, new_price, old_quantity, new_quantity, sends_price, sends_quantity, held_by, reason)
      select ${jobId}, d.sku, d.old_price, d.wanted, d.old_quantity, d.quantity, d.sends_price, d.sends_quantity, d.held_by, d.reason
      from jsonb_to_recordset(${rows}::jsonb) as d (sku text, old_price numeric, wanted numeric, old_quantity integer, quantity integer,
        sends_price boolean, sends_quantity boolean, held_by text, reason text)
      on conflict (job_id, seller_sku) do nothing`.execute(tx);
  await addCounts(tx, jobId, counts[0]?.counts ?? {});
}

async function addCounts(tx: Database, jobId: number, counts: Readonly<Record<string, number>>): Promise<void> {
  const updated = await sql`
    update listing_jobs set method_counts = method_counts || (
      select coalesce(jsonb_object_agg(key, value::int + coalesce((method_counts ->> key)::int, 0)), '{}') from jsonb_each_text(${JSON.stringify(counts)}::jsonb)
    ) where id = ${jobId} and finished_at is null returning id`.execute(tx);
  onlyRow(updated);
}

/** The last decided listing, after which a restarted job continues. */
export async function findLastDecided(db: Database, jobId: number): Promise<{ sku: string; count: number } | undefined> {
  const { rows } = await sql<{ sku: string | null; count: number }>`
    select max(seller_sku) as sku, count(*)::int as count from listing_changes where job_id = ${jobId}`.execute(db);
  const [row] = rows;
  return row?.sku == null ? undefined : { sku: row.sku, count: row.count };
}

function toRow(decision: ListingDecision) {
  const { facts, price } = decision;
  const { calculation, competitive, decision: details } = explain(decision);
  return {
    ...{ sku: facts.sku, asin: facts.asin, condition: facts.condition, map: dollars(facts.map?.cents), competitive: dollars(price.competitiveCents) },
    ...{ wanted: dollars(decision.wantedCents), threshold: dollars(price.thresholdCents), tiered: dollars(price.tieredCents) },
    ...{ price_id: facts.map?.id.toString() ?? null, enforced: price.isThresholdEnforced, decision: price.decision, method: price.method },
    ...{ calculation, competitors: competitive ?? null, details },
    ...{ old_price: dollars(facts.acknowledgedCents), old_quantity: facts.acknowledgedQuantity ?? null, quantity: decision.wantedQuantity ?? null },
    ...{ sends_price: decision.sendsPrice, sends_quantity: decision.sendsQuantity, held_by: decision.heldBy ?? null, reason: decision.holdReason ?? null },
  };
}
