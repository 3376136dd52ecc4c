import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LineAction, Match } from '@stowage/contract/invoicing/purchase-money';
import type { CreditState, CreditType } from '@stowage/contract/invoicing/vendor-credits';
import type { InvoiceIssue, InvoiceState, ShouldBePaid } from '@stowage/contract/invoicing/vendor-invoices';
import { Badge, StateBadge, type StateLooks } from '../../ui/Badge.tsx';

export const MATCH_LOOKS: StateLooks<Match> = {
  MATCHED: { label: 'Matched', tone: 'good' },
  QTY_DIFFERENCE: { label: 'Qty difference', tone: 'bad' },
  PRICE_DIFFERENCE: { label: 'Price difference', tone: 'bad' },
  OVER_INVOICED: { label: 'Over-invoiced', tone: 'bad' },
  NOT_INVOICED: { label: 'Not invoiced', tone: 'neutral' },
  PARTLY: { label: 'Partly', tone: 'warn' },
};

export function MatchBadge({ match }: { match: Match }) {
  return <StateBadge {...MATCH_LOOKS[match]} />;
}

export const INVOICE_STATE_LOOKS: StateLooks<InvoiceState> = {
  DRAFT: { label: 'Draft', tone: 'neutral' },
  MATCHED: { label: 'Matched', tone: 'good' },
  EXCEPTION: { label: 'Exception', tone: 'bad' },
  APPROVED: { label: 'Approved', tone: 'accent' },
  PAID: { label: 'Paid', tone: 'good' },
  VOID: { label: 'Void', tone: 'neutral' },
};

export function InvoiceStateBadge({ state }: { state: InvoiceState }) {
  return <StateBadge {...INVOICE_STATE_LOOKS[state]} />;
}

const SHOULD_LOOKS: StateLooks<ShouldBePaid> = {
  YES: { label: 'Yes', tone: 'good' },
  NO: { label: 'No', tone: 'bad' },
  EXCEPTION: { label: 'Exception', tone: 'bad' },
};

export function ShouldBePaidBadge({ should }: { should: ShouldBePaid | null }) {
  if (should === null) return <span className="text-muted">–</span>;
  return <StateBadge {...SHOULD_LOOKS[should]} />;
}

export const ISSUE_NAMES: Readonly<Record<InvoiceIssue, string>> = {
  NOT_RECEIVED: 'Nothing received',
  QUANTITY: 'Billed for missing or damaged units',
  PRICE: 'Price difference',
  FREIGHT: 'Freight',
  TAX: 'Tax',
  DUPLICATE: 'Possible duplicate',
};

export const CREDIT_STATE_LOOKS: StateLooks<CreditState> = {
  EXPECTED: { label: 'Expected', tone: 'warn' },
  REQUESTED: { label: 'Requested', tone: 'warn' },
  RECEIVED: { label: 'Received', tone: 'accent' },
  APPLIED: { label: 'Applied', tone: 'good' },
  DENIED: { label: 'Denied', tone: 'bad' },
  WRITTEN_OFF: { label: 'Written off', tone: 'neutral' },
  VOID: { label: 'Void', tone: 'neutral' },
};

/** The outstanding refund, if any. */
export function RefundDueBadge({ due }: { due: string }) {
  return due === '0.00' ? null : (
    <span>
      <Badge tone="warn">Refund due</Badge> <span className="whitespace-nowrap">{moneyText(due)}</span>
    </span>
  );
}

export function CreditStateBadge({ state }: { state: CreditState }) {
  return <StateBadge {...CREDIT_STATE_LOOKS[state]} />;
}

export const CREDIT_TYPE_NAMES: Readonly<Record<CreditType, string>> = {
  SHORT: 'Short',
  DAMAGE: 'Damage',
  OVERCHARGE: 'Overcharge',
  RETURN: 'Return',
  REBATE: 'Rebate',
};

export const ACTION_NAMES: Readonly<Record<LineAction, string>> = {
  NONE: 'Nothing to do',
  BILL: 'Not billed yet',
  WAIT: 'Wait for units',
  CREATE_CREDIT: 'Create credit',
  AWAIT_CREDIT: 'Credit expected',
  AWAIT_REFUND: 'Refund due',
  CHECK_PRICE: 'Check the price',
  CHECK_CREDIT: 'Credits exceed the difference',
};

/** The label of a totals row. @param without the states that the totals leave out */
export function totalOf(count: number, without?: string): React.ReactNode {
  return (
    <>
      Total of {numberText(count)}
      {without !== undefined && <span className="block font-normal whitespace-normal text-muted">without {without}</span>}
    </>
  );
}
