import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LineAction, Match } from '@stowage/contract/invoicing/purchase-money';
import type { CreditState, CreditType } from '@stowage/contract/invoicing/vendor-credits';
import type { InvoiceIssue, InvoiceState, ShouldBePaid } from '@stowage/contract/invoicing/vendor-invoices';
import { Badge } from '../../ui/Badge.tsx';

export const MATCH_NAMES: Readonly<Record<Match, string>> = {
  MATCHED: 'Matched',
  QTY_DIFFERENCE: 'Qty difference',
  PRICE_DIFFERENCE: 'Price difference',
  OVER_INVOICED: 'Over-invoiced',
  NOT_INVOICED: 'Not invoiced',
  PARTLY: 'Partly',
};

export function MatchBadge({ match }: { match: Match }) {
  const tone = match === 'MATCHED' ? 'good' : match === 'NOT_INVOICED' ? 'neutral' : match === 'PARTLY' ? 'warn' : 'bad';
  return <Badge tone={tone}>{MATCH_NAMES[match]}</Badge>;
}

export const INVOICE_STATE_NAMES: Readonly<Record<InvoiceState, string>> = {
  DRAFT: 'Draft',
  MATCHED: 'Matched',
  EXCEPTION: 'Exception',
  APPROVED: 'Approved',
  PAID: 'Paid',
  VOID: 'Void',
};

export function InvoiceStateBadge({ state }: { state: InvoiceState }) {
  const tone = state === 'EXCEPTION' ? 'bad' : state === 'APPROVED' ? 'accent' : state === 'MATCHED' || state === 'PAID' ? 'good' : 'neutral';
  return <Badge tone={tone}>{INVOICE_STATE_NAMES[state]}</Badge>;
}

const SHOULD_NAMES: Readonly<Record<ShouldBePaid, string>> = { YES: 'Yes', NO: 'No', EXCEPTION: 'Exception' };

export function ShouldBePaidBadge({ should }: { should: ShouldBePaid | null }) {
  if (should === null) return <span className="text-muted">–</span>;
  return <Badge tone={should === 'YES' ? 'good' : 'bad'}>{SHOULD_NAMES[should]}</Badge>;
}

export const ISSUE_NAMES: Readonly<Record<InvoiceIssue, string>> = {
  NOT_RECEIVED: 'Nothing received',
  QUANTITY: 'Billed for missing or damaged units',
  PRICE: 'Price difference',
  FREIGHT: 'Freight',
  TAX: 'Tax',
  DUPLICATE: 'Possible duplicate',
};

export const CREDIT_STATE_NAMES: Readonly<Record<CreditState, string>> = {
  EXPECTED: 'Expected',
  REQUESTED: 'Requested',
  RECEIVED: 'Received',
  APPLIED: 'Applied',
  DENIED: 'Denied',
  WRITTEN_OFF: 'Written off',
  VOID: 'Void',
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
  return <Badge tone={CREDIT_STATE_TONES[state]}>{CREDIT_STATE_NAMES[state]}</Badge>;
}

const CREDIT_STATE_TONES = {
  EXPECTED: 'warn',
  REQUESTED: 'warn',
  RECEIVED: 'accent',
  APPLIED: 'good',
  DENIED: 'bad',
  WRITTEN_OFF: 'neutral',
  VOID: 'neutral',
} as const;

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
