import type { ClaimType } from '@stowage/contract/cases/cases';
import { type ClaimWindow, DEFAULT_MARKETPLACE } from '@stowage/contract/cases/claim-windows';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { isCaseOpen } from '../review/case-view.condition.ts';
import type { Window } from './claim.rules.ts';

/** The window of a kind of claim with a marketplace; without one, the default window. */
export async function findWindow(db: Database, marketplaceId: string, claimType: ClaimType): Promise<Window> {
  return db
    .selectFrom('claim_windows')
    .select(['opens_after_days as opensAfterDays', 'closes_after_days as closesAfterDays'])
    .where('claim_type', '=', claimType)
    .where('marketplace_id', 'in', [marketplaceId, DEFAULT_MARKETPLACE])
    .orderBy(sql`marketplace_id = ${DEFAULT_MARKETPLACE}`)
    .limit(1)
    .executeTakeFirstOrThrow();
}

export async function listWindows(db: Database): Promise<ClaimWindow[]> {
  return db
    .selectFrom('claim_windows')
    .select(['marketplace_id', 'claim_type', 'opens_after_days', 'closes_after_days'])
    .$narrowType<ClaimWindow>()
    .orderBy(sql`marketplace_id <> ${DEFAULT_MARKETPLACE}`)
    .orderBy('marketplace_id')
    .orderBy(sql`array_position(array['REMOVAL_LOST', 'REMOVAL_OTHER', 'FC_OPERATIONS', 'CUSTOMER_RETURN'], claim_type)`)
    .execute();
}

/** A marketplace's own window, locked. Also serializes two people who add it at the same time, when there is no row to lock. */
export async function lockWindow(
  tx: Database,
  { marketplace_id, claim_type }: Pick<ClaimWindow, 'marketplace_id' | 'claim_type'>,
): Promise<ClaimWindow | undefined> {
  await sql`lock table claim_windows in share row exclusive mode`.execute(tx);
  return tx
    .selectFrom('claim_windows')
    .select(['marketplace_id', 'claim_type', 'opens_after_days', 'closes_after_days'])
    .$narrowType<ClaimWindow>()
    .where('marketplace_id', '=', marketplace_id)
    .where('claim_type', '=', claim_type)
    .forUpdate()
    .executeTakeFirst();
}

/** Saves a window, and moves the deadlines of the open cases that it applies to. @returns how many */
export async function saveWindow(tx: Database, window: ClaimWindow): Promise<number> {
  await tx
    .insertInto('claim_windows')
    .values(window)
    .onConflict((conflict) =>
      conflict.constraint('claim_windows_pkey').doUpdateSet({ opens_after_days: window.opens_after_days, closes_after_days: window.closes_after_days }),
    )
    .execute();
  const { marketplace_id, claim_type } = window;
  const appliesTo =
    marketplace_id === DEFAULT_MARKETPLACE
      ? sql`not exists (select from claim_windows w where w.marketplace_id = c.marketplace_id and w.marketplace_id <> ${DEFAULT_MARKETPLACE} and w.claim_type = ${claim_type})`
      : sql`c.marketplace_id = ${marketplace_id}`;
  const { numAffectedRows } = await sql`
    update return_cases c set opens_on = clock_starts_on + ${window.opens_after_days}::int, due_on = clock_starts_on + ${window.closes_after_days}::int
    where ${isCaseOpen} and c.claim_type = ${claim_type} and ${appliesTo}
      and (opens_on, due_on) is distinct from (clock_starts_on + ${window.opens_after_days}::int, clock_starts_on + ${window.closes_after_days}::int)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
