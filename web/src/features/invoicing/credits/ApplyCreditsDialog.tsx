import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { applyCredits, type CreditRow } from '@stowage/contract/invoicing/vendor-credits';
import { type InvoiceRow, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { moneyText } from '../../../ui/format/money.ts';
import { INVOICE_STATE_NAMES } from '../invoicing-names.tsx';
import { STALE_WITH_CREDITS } from './credit-calls.ts';

interface ApplyCreditsDialogProps {
  readonly credits: readonly CreditRow[];
  /** Of all of them, in dollars and cents. */
  readonly sum: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes credits off an invoice of their vendor: one of their own order, or any that is found by its number. */
export function ApplyCreditsDialog({ credits, sum, onClose, onDone }: ApplyCreditsDialogProps) {
  const vendor = credits[0]?.vendor ?? '';
  const orders = new Set(credits.map(({ po_number }) => po_number));
  const [order = ''] = orders;
  const [number, setNumber] = useState('');
  const [chosen, setChosen] = useState<string>();
  const own = useQuery(queryFor(invoicePage, { query: { search: order } }));
  const wanted = number.trim();
  const found = useQuery({ ...queryFor(invoicePage, { query: { vendor, search: wanted } }), enabled: wanted !== '', placeholderData: keepPreviousData });
  const ofOrder = (own.data?.data ?? []).filter((invoice) => isBilled(invoice) && invoice.po_numbers.includes(order));
  const others = (wanted === '' ? [] : (found.data?.data ?? [])).filter((invoice) => isBilled(invoice) && !ofOrder.some(({ id }) => id === invoice.id));
  // What is found was asked for: it comes first.
  const offered = [...(wanted === '' ? [] : toBePaidFirst(others)), ...toBePaidFirst(ofOrder)];
  // Credits of several orders have no invoice that is theirs more than another; of a paid one the credit comes as money, which somebody says.
  const first = orders.size === 1 ? toBePaidFirst(ofOrder).find((one) => takesCredit(one) && centsOf(one.to_pay) >= centsOf(sum)) : undefined;
  const invoiceId = Number(chosen ?? first?.id ?? 0);
  const invoice = offered.find(({ id }) => id === invoiceId);
  const apply = useCommand(applyCredits, STALE_WITH_CREDITS);
  const submit = () =>
    apply.mutate(
      { body: { creditIds: credits.map(({ id }) => id), invoiceId } },
      {
        onSuccess: ({ amount, refund_due }) => {
          toast('good', refund_due === '0.00' ? `${moneyText(amount)} applied` : `${moneyText(amount)} applied: ${moneyText(refund_due)} is to be refunded`);
          onDone();
        },
      },
    );
  return (
    <FormDialog
      title="Apply to invoice"
      description={`${moneyText(sum)} of ${vendor || 'the vendor'} is taken off what the invoice comes to.`}
      submitLabel="Apply"
      isBusy={apply.isPending}
      isReady={invoice !== undefined && (invoice.state === 'PAID' || centsOf(invoice.to_pay) >= centsOf(sum))}
      problem={
        apply.error?.message ??
        (wanted !== '' && found.isSuccess && !found.isPlaceholderData && others.length === 0
          ? `No other invoice of ${vendor || 'the vendor'} has ${wanted}`
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
            ? [{ value: '', label: own.isSuccess && offered.length === 0 ? `None of PO ${order}: find one by its number` : 'Choose an invoice' }]
            : []),
          ...offered.map((one) => ({ value: String(one.id), label: labelOf(one) })),
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
      {invoice !== undefined && <Outcome invoice={invoice} sum={sum} />}
      <TextField
        label="Find another by its number (optional)"
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

/** Credits are taken off what is billed. */
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
  return `${number}, ${INVOICE_STATE_NAMES[state]}, ${moneyText(to_pay)} to pay of ${moneyText(total)}, PO ${po_numbers.join(', ')}`;
}

/** What becomes of the invoice: less is to be paid, or the vendor pays back. */
function Outcome({ invoice: { number, state, to_pay }, sum }: { invoice: InvoiceRow; sum: string }) {
  const rest = centsOf(to_pay) - centsOf(sum);
  if (rest >= 0) return <p>{moneyText(moneyOf(rest))} is still to be paid of it then.</p>;
  if (state !== 'PAID') return <Banner tone="bad">{`Only ${moneyText(to_pay)} is to be paid of invoice ${number}: choose another one`}</Banner>;
  const refund = moneyText(moneyOf(Math.min(-rest, centsOf(sum))));
  return (
    <Banner tone="warn">
      {centsOf(to_pay) > 0
        ? `Only ${moneyText(to_pay)} is still to be paid of invoice ${number}: the vendor refunds ${refund}.`
        : `Invoice ${number} is paid in full: the vendor refunds ${refund}.`}{' '}
      The refund is due until you say that it came.
    </Banner>
  );
}
