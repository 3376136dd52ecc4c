import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { applyCredits, type CreditRow } from '@stowage/contract/invoicing/vendor-credits';
import { type InvoiceRow, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { INVOICE_STATE_LOOKS } from '../invoicing-names.tsx';
import { seenOf } from './seen-credits.ts';
import { STALE_WITH_CREDITS } from './stale-queries.ts';

interface ApplyCreditsDialogProps {
  readonly credits: readonly CreditRow[];
  /** The total of the credits, in dollars and cents. */
  readonly sum: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Applies credits to an invoice of their vendor: one of their order, or one that is found by number. */
export function ApplyCreditsDialog({ credits, sum, onClose, onDone }: ApplyCreditsDialogProps) {
  const vendor = credits[0]?.vendor ?? '';
  const orders = new Set(credits.map(({ po_number }) => po_number));
  const [order = ''] = orders;
  const [number, setNumber] = useState('');
  const [chosen, setChosen] = useState<string>();
  const own = useQuery(queryFor(invoicePage, { query: { search: order } }));
  const wanted = number.trim();
  const found = useListQuery(invoicePage, { query: { vendor, search: wanted } }, { enabled: wanted !== '' });
  const ofOrder = (own.data?.data ?? []).filter((invoice) => isBilled(invoice) && invoice.po_numbers.includes(order));
  const others = (wanted === '' ? [] : (found.data?.data ?? [])).filter((invoice) => isBilled(invoice) && !ofOrder.some(({ id }) => id === invoice.id));
  // Search results come first.
  const offered = [...(wanted === '' ? [] : toBePaidFirst(others)), ...toBePaidFirst(ofOrder)];
  // No default for credits of several orders, nor a paid invoice, because its credit needs a refund.
  const first = orders.size === 1 ? toBePaidFirst(ofOrder).find((one) => takesCredit(one) && centsOf(one.to_pay) >= centsOf(sum)) : undefined;
  const invoiceId = Number(chosen ?? first?.id ?? 0);
  const invoice = offered.find(({ id }) => id === invoiceId);
  const apply = useCommand(applyCredits, STALE_WITH_CREDITS);
  const [seen] = useState(() => seenOf(credits));
  const submit = () =>
    apply.mutate(
      { body: { creditIds: credits.map(({ id }) => id), invoiceId, seen, ...(invoice !== undefined && { to_pay: invoice.to_pay }) } },
      {
        onSuccess: ({ amount, refund_due }) => {
          toast('good', refund_due === '0.00' ? `${moneyText(amount)} applied` : `${moneyText(amount)} applied, ${moneyText(refund_due)} to be refunded`);
          onDone();
        },
      },
    );
  return (
    <FormDialog
      title="Apply to invoice"
      description={`${moneyText(sum)} of ${vendor || 'the vendor'} is deducted from the invoice.`}
      submitLabel="Apply"
      isBusy={apply.isPending}
      isReady={invoice !== undefined && (invoice.state === 'PAID' || centsOf(invoice.to_pay) >= centsOf(sum))}
      problem={
        apply.error?.message ??
        (wanted !== '' && found.isSuccess && !found.isPlaceholderData && others.length === 0
          ? `No other invoice of ${vendor || 'the vendor'} matches ${wanted}`
          : undefined)
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Invoice"
        autoFocus
        value={String(invoiceId || '')}
        options={[
          ...(invoiceId === 0
            ? [{ value: '', label: own.isSuccess && offered.length === 0 ? `${poName(order)} has no invoice: find one by number` : 'Choose an invoice' }]
            : []),
          ...offered.map((one) => ({ value: String(one.id), label: labelOf(one) })),
        ]}
        onText={setChosen}
      />
      {invoice !== undefined && <Outcome invoice={invoice} sum={sum} />}
      <TextField
        label="Find another invoice by number (optional)"
        maxLength={100}
        value={number}
        onChange={({ target }) => {
          setNumber(target.value);
          setChosen(undefined);
        }}
      />
    </FormDialog>
  );
}

function isBilled({ state }: InvoiceRow): boolean {
  return state !== 'VOID' && state !== 'DRAFT';
}

function takesCredit({ state, to_pay }: InvoiceRow): boolean {
  return state !== 'PAID' && centsOf(to_pay) > 0;
}

function toBePaidFirst(invoices: readonly InvoiceRow[]): InvoiceRow[] {
  return [...invoices.filter(takesCredit), ...invoices.filter((invoice) => !takesCredit(invoice))];
}

function labelOf({ number, state, total, to_pay, po_numbers }: InvoiceRow): string {
  return `${number}, ${INVOICE_STATE_LOOKS[state].label}, ${moneyText(to_pay)} to pay of ${moneyText(total)}, ${po_numbers.map(poName).join(', ')}`;
}

/** The effect on the invoice: a lower amount to pay, or a refund. */
function Outcome({ invoice: { number, state, to_pay }, sum }: { invoice: InvoiceRow; sum: string }) {
  const rest = centsOf(to_pay) - centsOf(sum);
  if (rest >= 0) return <p>{moneyText(moneyOf(rest))} will be left to pay.</p>;
  if (state !== 'PAID') return <Banner tone="bad">{`Only ${moneyText(to_pay)} of invoice ${number} is left to pay. Choose another invoice.`}</Banner>;
  const refund = moneyText(moneyOf(Math.min(-rest, centsOf(sum))));
  return (
    <Banner tone="warn">
      {centsOf(to_pay) > 0
        ? `Only ${moneyText(to_pay)} of invoice ${number} is left to pay: the vendor refunds ${refund}.`
        : `Invoice ${number} is paid in full: the vendor refunds ${refund}.`}{' '}
      The refund stays due until you mark it as received.
    </Banner>
  );
}
