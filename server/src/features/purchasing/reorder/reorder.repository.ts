import type { ReorderSettings } from '@stowage/contract/purchasing/reorder';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import type { Proposal } from './reorder.rules.ts';
import type { ProductFacts } from './reorder-facts.read-model.ts';

export async function readSettings(db: Database): Promise<ReorderSettings> {
  return onlyRow(await sql<ReorderSettings>`select lead_days, review_days, service_percent, version from reorder_settings`.execute(db));
}

/** Locks the settings, so that one calculation runs at a time. */
export async function lockSettings(tx: Database): Promise<ReorderSettings & { isFirst: boolean }> {
  return onlyRow(
    await sql<ReorderSettings & { isFirst: boolean }>`
      select lead_days, review_days, service_percent, version, stock_known_since is null as "isFirst" from reorder_settings for no key update`.execute(tx),
  );
}

/** @returns whether the version was the expected one */
export async function saveSettings(tx: Database, { lead_days, review_days, service_percent, version }: ReorderSettings): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reorder_settings set lead_days = ${lead_days}, review_days = ${review_days}, service_percent = ${service_percent}, version = version + 1
    where version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markCalculated(tx: Database, now: Date): Promise<void> {
  await sql`update reorder_settings set calculated_at = ${now}`.execute(tx);
}

export interface NewProposal extends ProductFacts, Proposal {
  readonly isSeason: boolean;
  readonly problem: 'NO_VENDOR' | 'NO_GTIN' | null;
}

const BATCH = 2_000;

/** Replaces the proposals of these products, or all of them. */
export async function replaceProposals(tx: Database, proposals: readonly NewProposal[], productIds: readonly number[] | undefined): Promise<void> {
  await sql`delete from reorder_proposals where ${productIds === undefined ? sql`true` : sql`product_id = any(${[...productIds]}::bigint[])`}`.execute(tx);
  for (let from = 0; from < proposals.length; from += BATCH) {
    await sql`
      insert into reorder_proposals (product_id, title, vendor, vendor_key, gtin, supplier_sku, unit_cost, case_pack, minimum_quantity, lead_days, local, fba, waiting,
        on_order, in_drafts, sold_7, sold_30, sold_90, days_7, days_30, days_90, per_day, season, is_season, days_left, safety, reorder_below, target, quantity, problem)
      select "productId", title, vendor, coalesce(vendor_identity(vendor), ''), gtin, "supplierSku", "unitCost", "casePack", "minimumQuantity", "leadDays", local, fba,
        waiting, "onOrder", "inDrafts", sold7, sold30, sold90, days7, days30, days90, "perDay", season, "isSeason", "daysLeft", safety, "reorderBelow", target, quantity, problem
      from jsonb_to_recordset(${JSON.stringify(proposals.slice(from, from + BATCH))}::jsonb) as r (
        "productId" bigint, title text, vendor text, gtin text, "supplierSku" text, "unitCost" numeric, "casePack" int, "minimumQuantity" int, "leadDays" int,
        local int, fba int, waiting int, "onOrder" int, "inDrafts" int, sold7 int, sold30 int, sold90 int, days7 int, days30 int, days90 int,
        "perDay" float8, season float8, "isSeason" boolean, "daysLeft" float8, safety int, "reorderBelow" int, target int, quantity int, problem text)`.execute(
      tx,
    );
  }
}

/** The products of a vendor that are to be ordered, the most urgent first. */
export async function listDueOfVendor(tx: Database, vendor: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select product_id as id from reorder_proposals where vendor_key = vendor_identity(${vendor}) and quantity > 0 and problem is null
    order by days_left nulls last, product_id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface DueProposal {
  readonly productId: number;
  readonly vendor: string;
  readonly vendorIdentity: string;
  readonly gtin: string;
  readonly supplierSku: string;
  readonly unitCost: string | null;
  readonly quantity: number;
  readonly leadDays: number;
}

/** The proposals for products among these that are to be ordered. */
export async function listDue(tx: Database, productIds: readonly number[]): Promise<DueProposal[]> {
  const { rows } = await sql<DueProposal>`
    select product_id as "productId", vendor, vendor_key as "vendorIdentity", gtin, supplier_sku as "supplierSku", trim_scale(unit_cost)::text as "unitCost", quantity,
      lead_days as "leadDays"
    from reorder_proposals where product_id = any(${[...productIds]}::bigint[]) and quantity > 0 and problem is null order by vendor_key, title, product_id`.execute(
    tx,
  );
  return rows;
}
