import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import type { ClaimType } from '@stowage/contract/cases/cases';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { ReturnedLine } from './returned-line.read-model.ts';

interface NewCase {
  readonly decisionId: number;
  readonly line: ReturnedLine;
  readonly quantity: number;
  readonly trackingNumber: string;
  readonly itemName: string | null;
  readonly asin: string | null;
  readonly lpn: string | null;
  readonly marketplaceId: string;
  readonly claimType: ClaimType;
  readonly clock: { readonly startsOn: string; readonly opensOn: string; readonly dueOn: string };
  readonly expectedAmount: string | null;
  readonly actorId: number;
  readonly now: Date;
}

/** @returns the id of the case; undefined when the decision has one */
export async function insertCase(tx: Database, { line, clock, ...one }: NewCase): Promise<number | undefined> {
  const row = await tx
    .insertInto('return_cases')
    .values({
      grade_id: one.decisionId,
      quantity: one.quantity,
      order_id: line.order_id,
      removal_order_id: line.order_id,
      seller_sku: line.seller_sku,
      fnsku: line.fnsku,
      asin: one.asin,
      item_name: one.itemName,
      lpn: one.lpn,
      marketplace_disposition: line.disposition,
      tracking_number: one.trackingNumber,
      shipped_quantity: line.quantity,
      // The decision of this case has locked the line.
      graded_count: sql<number>`(select coalesce(sum(quantity), 0)::int from return_grades where removal_shipment_id = ${line.id} and voided_at is null)`,
      marketplace_id: one.marketplaceId,
      claim_type: one.claimType,
      clock_starts_on: clock.startsOn,
      opens_on: clock.opensOn,
      due_on: clock.dueOn,
      expected_amount: one.expectedAmount,
      owner_id: one.actorId,
      created_by: one.actorId,
      created_at: one.now,
      updated_at: one.now,
    })
    .onConflict((conflict) => conflict.column('grade_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The case that a disposition decision opened, locked so that repeats of its request are serialized. */
export async function findCaseOfDecision(tx: Database, decisionId: number): Promise<number> {
  const { id } = await tx.selectFrom('return_cases').select('id').where('grade_id', '=', decisionId).forNoKeyUpdate().executeTakeFirstOrThrow();
  return id;
}

/** Lists the person who opened a case and its owner. */
export async function listPeopleOfCase(db: Database, caseId: number): Promise<number[]> {
  const row = await db.selectFrom('return_cases').select(['created_by', 'owner_id']).where('id', '=', caseId).executeTakeFirst();
  return [...new Set([row?.created_by, row?.owner_id])].filter((id): id is number => typeof id === 'number');
}

export interface MarketplaceData {
  readonly lpn: string | null;
  readonly removalOrderId: string | null;
  readonly amazonCaseId: string | null;
  readonly reimbursementId: string | null;
  readonly amazonReimbursementAmount: string | null;
}

export interface LockedCase extends MarketplaceData {
  readonly id: number;
  readonly status: CaseStatus;
  readonly disposition: string;
  readonly quantity: number;
  readonly photoCount: number;
  readonly marketplaceId: string;
  readonly claimType: ClaimType;
  readonly clockStartsOn: string;
  readonly dueOn: string;
  readonly expectedAmount: string | null;
  readonly ownerId: number | null;
  readonly problemDescription: string | null;
}

export async function findCaseIdOfDecision(db: Database, decisionId: number): Promise<number | undefined> {
  return (await db.selectFrom('return_cases').select('id').where('grade_id', '=', decisionId).executeTakeFirst())?.id;
}

/** Locks a case until the transaction ends. */
export async function lockCase(tx: Database, id: number): Promise<LockedCase | undefined> {
  const { rows } = await sql<LockedCase>`
    select c.id, c.status, d.name as disposition, c.quantity, c.photo_count as "photoCount", c.marketplace_id as "marketplaceId", c.claim_type as "claimType",
      to_char(c.clock_starts_on, 'YYYY-MM-DD') as "clockStartsOn", to_char(c.due_on, 'YYYY-MM-DD') as "dueOn", c.expected_amount as "expectedAmount",
      c.owner_id as "ownerId", c.problem_description as "problemDescription", c.lpn, c.removal_order_id as "removalOrderId",
      c.amazon_case_id as "amazonCaseId", c.reimbursement_id as "reimbursementId", c.amazon_reimbursement_amount as "amazonReimbursementAmount"
    from return_cases c join return_grades g on g.id = c.grade_id join dispositions d on d.id = g.disposition_id
    where c.id = ${id} for update of c`.execute(tx);
  return rows[0];
}

export async function setStatus(tx: Database, id: number, { status, isDecided, now }: { status: CaseStatus; isDecided: boolean; now: Date }): Promise<void> {
  await tx
    .updateTable('return_cases')
    .set({ status, updated_at: now, decided_at: isDecided ? sql<Date>`coalesce(decided_at, ${now})` : null })
    .where('id', '=', id)
    .execute();
}

/** @param paidAmount in dollars; null when that is unknown, undefined when it stays */
export async function setMarketplaceData(
  tx: Database,
  id: number,
  data: MarketplaceData,
  { paidAmount, now }: { paidAmount?: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('return_cases')
    .set({
      lpn: data.lpn,
      removal_order_id: data.removalOrderId,
      amazon_case_id: data.amazonCaseId,
      reimbursement_id: data.reimbursementId,
      amazon_reimbursement_amount: data.amazonReimbursementAmount,
      ...(paidAmount !== undefined && { paid_amount: paidAmount }),
      // A case with an Amazon case ID is filed.
      filed_at: data.amazonCaseId === null ? null : sql<Date>`coalesce(filed_at, ${now})`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

interface ClaimValues {
  readonly claimType: ClaimType;
  readonly clock: { readonly startsOn: string; readonly opensOn: string; readonly dueOn: string };
  readonly expectedAmount: string | null;
  readonly ownerId: number | null;
  readonly problemDescription: string | null;
  readonly now: Date;
}

export async function setClaim(tx: Database, id: number, claim: ClaimValues): Promise<void> {
  await tx
    .updateTable('return_cases')
    .set({
      claim_type: claim.claimType,
      clock_starts_on: claim.clock.startsOn,
      opens_on: claim.clock.opensOn,
      due_on: claim.clock.dueOn,
      expected_amount: claim.expectedAmount,
      owner_id: claim.ownerId,
      problem_description: claim.problemDescription,
      updated_at: claim.now,
    })
    .where('id', '=', id)
    .execute();
}

/** @param change how many photos were added; negative for removed photos */
export async function addToPhotoCount(tx: Database, id: number, change: number, now: Date): Promise<void> {
  await sql`update return_cases set photo_count = photo_count + ${change}, updated_at = ${now} where id = ${id}`.execute(tx);
}

export async function findDisposition(db: Database, id: number): Promise<{ id: number; name: string; displayOrder: number } | undefined> {
  return db
    .selectFrom('dispositions')
    .select(['id', 'name', 'display_order as displayOrder'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
}
