import { CASE_STATUSES, type CaseStatus, type CaseView } from '@stowage/contract/cases/case-statuses';
import { CASE_DUE_DAYS, CASE_PAID_DAYS } from '@stowage/contract/cases/cases';
import { CLAIM_ZONE, claimDay } from '@stowage/contract/cases/claim-day';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Statuses up to this rank are neither paid nor concluded. */
const LAST_OPEN_RANK = 3;
export const OPEN_CASE_STATUSES: readonly CaseStatus[] = CASE_STATUSES.slice(0, LAST_OPEN_RANK);

/** Whether the case `c` is neither paid nor concluded. */
export const isCaseOpen = sql<SqlBool>`c.status_rank <= ${sql.lit(LAST_OPEN_RANK)}`;

/** Whether the claim of the case `c` is still to be filed: the exact predicate of the index on claims at risk. */
export const isClaimOpen = sql<SqlBool>`${isCaseOpen} and c.filed_at is null`;

/** The condition on cases `c` for a view, shared by counts and lists. Days are those of claims. */
export function inView(view: CaseView, now: Date): RawBuilder<SqlBool> {
  const today = sql`${claimDay(now)}::date`;
  switch (view) {
    case 'all':
      return sql`true`;
    case 'open':
      return isCaseOpen;
    case 'risk':
      return isClaimOpen;
    case 'due':
      return sql`${isClaimOpen} and c.due_on between ${today} and ${today} + ${CASE_DUE_DAYS}::int`;
    case 'proposed':
      return sql`c.id in (select case_id from case_reimbursements where state = 'PROPOSED')`;
    case 'paid':
      // The indexed moment, compared with the start of the first day.
      return sql`c.paid_amount is not null and coalesce(c.decided_at, c.updated_at) >= ((${today} - ${CASE_PAID_DAYS}::int + 1)::timestamp at time zone ${CLAIM_ZONE}::text)`;
  }
}
