import { applyCredits, type CreditRow } from '@stowage/contract/vendor-credits';
import { type InvoiceRow, invoicePage } from '@stowage/contract/vendor-invoices';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { toast } from '../../ui/Toast.tsx';
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
  const ofOrder = (own.data?.data ?? []).filter((invoice) => isOpen(invoice) && invoice.po_numbers.includes(order));
  const others = (wanted === '' ? [] : (found.data?.data ?? [])).filter((invoice) => isOpen(invoice) && !ofOrder.some(({ id }) => id === invoice.id));
  // What is found was asked for: it comes first.
  const offered = wanted === '' ? ofOrder : [...others, ...ofOrder];
  // Credits of several orders have no invoice that is theirs more than another.
  const invoiceId = Number(chosen ?? (orders.size === 1 ? (ofOrder[0]?.id ?? 0) : 0));
  const apply = useCommand(applyCredits, STALE_WITH_CREDITS);
  const submit = () =>
    apply.mutate(
      { body: { creditIds: credits.map(({ id }) => id), invoiceId } },
      {
        onSuccess: ({ amount }) => {
          toast('good', `${moneyText(amount)} applied`);
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
      isReady={offered.some(({ id }) => id === invoiceId)}
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
          ...offered.map(({ id, number: name, total, po_numbers }) => ({
            value: String(id),
            label: `${name}, ${moneyText(total)}, PO ${po_numbers.join(', ')}`,
          })),
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
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

function isOpen({ state }: InvoiceRow): boolean {
  return state !== 'VOID' && state !== 'DRAFT';
}
