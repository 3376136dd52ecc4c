import { utcDay } from '@stowage/contract/formats/day';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { unusualInvoiceDay } from '@stowage/contract/invoicing/unusual-invoice-day';
import { DateField } from '../../../ui/form/DateField.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { type InvoiceDraft, isTotalRight, sumOf } from './invoice-draft.ts';

const CHARGES = { freight: 'Freight (optional)', tax: 'Tax (optional)', discount: 'Discount (optional)', total: 'Total' } as const;

interface HeaderProps {
  readonly draft: InvoiceDraft;
  readonly twins: readonly { readonly number: string; readonly is_same: boolean }[];
  /** Whether the first field gets the focus, because the order is known. */
  readonly isFirst: boolean;
  readonly onChange: (part: Partial<InvoiceDraft>) => void;
}

/** The fields of the invoice besides its lines. */
export function InvoiceHeader({ draft, twins, isFirst, onChange }: HeaderProps) {
  const same = twins.find(({ is_same }) => is_same);
  const like = twins.find(({ is_same }) => !is_same);
  return (
    <>
      <p>
        Vendor: <strong>{draft.vendor ?? '–'}</strong>
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label="Invoice number"
          autoFocus={isFirst}
          maxLength={64}
          autoComplete="off"
          value={draft.number}
          error={same && 'This invoice of the vendor was already entered'}
          hint={like && `Similar to invoice ${like.number}: is it the same?`}
          onChange={({ target }) => onChange({ number: target.value })}
        />
        <DateField
          label="Invoice date"
          value={draft.invoicedOn}
          hint={draft.invoicedOn !== '' && unusualInvoiceDay(draft.invoicedOn, utcDay(new Date()))}
          onDay={(day) => onChange({ invoicedOn: day ?? '' })}
        />
        <DateField label="Due date (optional)" value={draft.dueOn} onDay={(day) => onChange({ dueOn: day ?? '' })} />
        {(Object.keys(CHARGES) as (keyof typeof CHARGES)[]).map((field) => (
          <TextField
            key={field}
            label={CHARGES[field]}
            inputMode="decimal"
            maxLength={15}
            autoComplete="off"
            value={draft[field]}
            onChange={({ target }) => onChange({ [field]: target.value })}
          />
        ))}
      </div>
      <TextField label="Notes (optional)" maxLength={2_000} value={draft.notes} onChange={({ target }) => onChange({ notes: target.value })} />
    </>
  );
}

/** The calculated total, compared with the entered one. */
export function InvoiceSum({ draft }: { draft: InvoiceDraft }) {
  const isRight = isTotalRight(draft);
  return (
    <p role="status" className={`text-right font-medium ${isRight === false ? 'text-bad' : isRight ? 'text-good' : ''}`}>
      Lines, freight and tax{draft.discount.trim() === '' ? '' : ' less the discount'}: {moneyText(sumOf(draft))}
      {isRight === true && ', equal to the total'}
      {isRight === false && ', different from the total'}
    </p>
  );
}
