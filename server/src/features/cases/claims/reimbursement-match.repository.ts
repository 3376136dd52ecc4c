import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { isCaseOpen } from '../review/case-view.condition.ts';

export interface Proposed {
  readonly caseId: number;
  readonly reimbursementId: string;
  readonly amount: string;
  readonly currency: string;
}

/** A payment without a case id is matched to cases that were opened at most this many days before it. */
const LATEST_DAYS = 180;

/** Proposes payments to the cases that they name, except those that a person dismissed for the case. A second run finds nothing new. */
export async function proposeByCaseId(tx: Database, now: Date): Promise<Proposed[]> {
  const { rows } = await sql<Proposed>`
    with matched as (
      select distinct on (r.id) r.id as row_id, c.id as case_id from reimbursements r join return_cases c on c.amazon_case_id = r.case_id
      where r.case_id <> '' and ${isFree}
        and not exists (select from case_reimbursements m where m.case_id = c.id and m.reimbursement_row_id = r.id)
      order by r.id, (upper(c.fnsku) = upper(r.fnsku)) desc, c.id
    )
    ${inserted('CASE_ID', now)}`.execute(tx);
  return rows;
}

/** Proposes payments that name none of our cases to the oldest undecided case with the same FNSKU that was opened before them. */
export async function proposeByFnsku(tx: Database, now: Date): Promise<Proposed[]> {
  const { rows } = await sql<Proposed>`
    with paired as (
      select r.id as row_id, c.id as case_id,
        row_number() over (partition by r.id order by c.id) as nth_case, row_number() over (partition by c.id order by r.id) as nth_payment
      from reimbursements r join return_cases c on upper(c.fnsku) = upper(r.fnsku)
      -- Reversals have negative amounts and quantities. They belong to a case only if they name it, or a reimbursement of it.
      where ${isFree} and ${isCaseOpen} and r.amount >= 0 and r.quantity between 0 and c.quantity
        and r.approved_at >= c.created_at and r.approved_at < c.created_at + make_interval(days => ${LATEST_DAYS})
        and (r.case_id = '' or c.amazon_case_id is null)
        and not exists (select from return_cases n where r.case_id <> '' and n.amazon_case_id = r.case_id)
        and not exists (select from case_reimbursements m where m.case_id = c.id and (m.reimbursement_row_id = r.id or m.state <> 'DISMISSED'))
    ), matched as (
      -- One payment per case and one case per payment. The next run matches the rest.
      select row_id, case_id from paired where nth_case = 1 and nth_payment = 1
    )
    ${inserted('FNSKU_AND_DATE', now)}`.execute(tx);
  return rows;
}

/** Proposes reversals that name a reimbursement, and perhaps no case, to the case that has it or is offered it. */
export async function proposeByOriginal(tx: Database, now: Date): Promise<Proposed[]> {
  const { rows } = await sql<Proposed>`
    with matched as (
      select distinct on (r.id) r.id as row_id, m.case_id
      from reimbursements r join reimbursements o on o.reimbursement_id = r.original_reimbursement_id and o.id <> r.id
      join case_reimbursements m on m.reimbursement_row_id = o.id and m.state <> 'DISMISSED'
      where r.original_reimbursement_id <> '' and ${isFree}
        and not exists (select from case_reimbursements n where n.case_id = m.case_id and n.reimbursement_row_id = r.id)
      order by r.id, (upper(o.fnsku) = upper(r.fnsku)) desc, m.case_id
    )
    ${inserted('CASE_ID', now)}`.execute(tx);
  return rows;
}

/** Whether no case has the payment, or is offered it. */
const isFree = sql`not exists (select from case_reimbursements taken where taken.reimbursement_row_id = r.id and taken.state <> 'DISMISSED')`;

function inserted(matchedBy: string, now: Date) {
  return sql`, proposed as (
      insert into case_reimbursements (case_id, reimbursement_row_id, matched_by, proposed_at) select case_id, row_id, ${matchedBy}, ${now} from matched
      on conflict do nothing returning case_id, reimbursement_row_id
    )
    select p.case_id as "caseId", r.reimbursement_id as "reimbursementId", r.amount, r.currency
    from proposed p join reimbursements r on r.id = p.reimbursement_row_id order by p.case_id`;
}

export interface Payment {
  readonly reimbursementId: string;
  /** Negative for a reversal. */
  readonly amount: string;
  readonly currency: string;
  /** The sums of all accepted payments of the case by currency, including this one. Dollars come first. */
  readonly totals: readonly { readonly currency: string; readonly sum: string }[];
}

/** Accepts or dismisses a proposal. @returns undefined when it was already decided, or is for another case */
export async function decide(
  tx: Database,
  { caseId, proposalId, isAccepted, actorId, now }: { caseId: number; proposalId: number; isAccepted: boolean; actorId: number; now: Date },
): Promise<Payment | undefined> {
  const { rows } = await sql<{ row_id: number }>`
    update case_reimbursements set state = ${isAccepted ? 'ACCEPTED' : 'DISMISSED'}, decided_by = ${actorId}, decided_at = ${now}
    where id = ${proposalId} and case_id = ${caseId} and state = 'PROPOSED' returning reimbursement_row_id as row_id`.execute(tx);
  if (rows[0] === undefined) return undefined;
  const { rows: payments } = await sql<Payment>`
    select r.reimbursement_id as "reimbursementId", r.amount, r.currency, (
      select coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'sum', t.sum::text) order by t.currency <> 'USD', t.currency), '[]') from (
        select p.currency, sum(p.amount) as sum from case_reimbursements m join reimbursements p on p.id = m.reimbursement_row_id
        where m.case_id = ${caseId} and m.state = 'ACCEPTED' group by p.currency) t) as totals
    from reimbursements r where r.id = ${rows[0].row_id}`.execute(tx);
  return payments[0];
}

/** Dismisses the proposals of a case, so that their payments can be proposed to others. @returns how many */
export async function dismissProposals(tx: Database, caseId: number, { actorId, now }: { actorId: number; now: Date }): Promise<number> {
  const { numAffectedRows } = await sql`update case_reimbursements set state = 'DISMISSED', decided_by = ${actorId}, decided_at = ${now}
    where case_id = ${caseId} and state = 'PROPOSED'`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** `paid 23.10 USD`, `took back 23.10 USD`. */
export function paymentText({ amount, currency }: Pick<Payment, 'amount' | 'currency'>): string {
  return isReversal(amount) ? `took back ${amount.slice(1)} ${currency}` : `paid ${amount} ${currency}`;
}

export const isReversal = (amount: string): boolean => amount.startsWith('-');
