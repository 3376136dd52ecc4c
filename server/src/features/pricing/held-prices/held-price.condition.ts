import { sql } from 'kysely';

/** How long an approval is valid. */
const APPROVAL_HOURS = 24;

/** Whether a person can approve the price of a change `c`. The other guards hold prices that need other data. */
export const isApprovable = sql`(c.held_by in ('drop', 'mass_move') and c.new_price is not null)`;

/** Whether the decision `v` lets a price pass. */
export const isApproval = (now = sql`now()`) => sql`(not v.is_declined and v.approved_at > ${now} - make_interval(hours => ${APPROVAL_HOURS}))`;

/** Whether a change `c` waits for a decision: a price is decided once it was approved or declined exactly. */
export const isUndecided = (now = sql`now()`) => sql`(${isApprovable} and not exists (
  select from price_approvals v where v.seller_sku = c.seller_sku and v.price = c.new_price and (v.is_declined or ${isApproval(now)})))`;
