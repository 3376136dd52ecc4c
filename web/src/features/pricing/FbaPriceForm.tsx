import { bulkUpdateFbaPrices, updateFbaPrice } from '@stowage/contract/pricing';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { dollars } from '../../ui/money.ts';
import { serverMessage } from './server-message.ts';

/** The price of one FBA listing, for everybody and for businesses. */
export function FbaPriceForm() {
  const [values, setValues] = useState({ asin: '', price: '', businessPrice: '' });
  const [problem, setProblem] = useState<string>();
  const update = useCommand(updateFbaPrice);
  const send = (isApproved: boolean) => {
    setProblem(undefined);
    const asin = values.asin.trim();
    if (asin === '' || values.price === '') return setProblem('Please enter both ASIN and price');
    const businessPrice = values.businessPrice === '' ? {} : { businessPrice: Number(values.businessPrice) };
    update.mutate(
      { body: { asin, price: Number(values.price), ...businessPrice, isApproved } },
      { onError: (error) => setProblem(serverMessage(error, 'Error updating price')) },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(false);
  };
  const result = update.isSuccess ? update.data : undefined;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      update.reset();
      setValues({ ...values, [name]: target.value });
    },
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Update FBA Inventory Pricing" className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
        <TextField label="ASIN" maxLength={10} autoComplete="off" {...field('asin')} />
        <TextField label="Price" type="number" step="0.01" min="0" inputMode="decimal" {...field('price')} />
        <TextField label="Business price (optional)" type="number" step="0.01" min="0" inputMode="decimal" {...field('businessPrice')} />
        <Button type="submit" look="primary" disabled={update.isPending}>
          {update.isPending ? 'Updating...' : 'Update Price'}
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="font-medium text-bad">
          {problem}
        </p>
      )}
      {result !== undefined && (
        <Banner tone={result.success ? 'good' : 'bad'}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {result.success
                ? `${result.asin} (${result.sku}): ${dollars(result.price)}${result.businessPrice === null ? '' : `, for businesses ${dollars(result.businessPrice)}`}`
                : (result.error ?? result.message ?? 'Error updating price')}
              <span className="block font-normal">
                Before: {dollars(result.currentPrice)}. Floor: {dollars(result.floor)}.
              </span>
            </span>
            {result.isHeld && (
              <Button size="small" disabled={update.isPending} onClick={() => send(true)}>
                Send it all the same
              </Button>
            )}
          </div>
        </Banner>
      )}
    </form>
  );
}

const ERRORS_SHOWN = 5;

/** All FBA listings in New condition, to the MAP of the price list. */
export function FbaBulkUpdate() {
  const [isAsked, setAsked] = useState(false);
  const update = useCommand(bulkUpdateFbaPrices);
  return (
    <div className="grid justify-items-start gap-3">
      <Button disabled={update.isPending} onClick={() => setAsked(true)}>
        {update.isPending ? 'Updating...' : 'Bulk Update FBA Prices'}
      </Button>
      {update.isError && (
        <p role="alert" className="font-medium text-bad">
          {serverMessage(update.error, 'Error updating prices')}
        </p>
      )}
      {update.isSuccess && (
        <Banner tone={update.data.errorCount > 0 ? 'warn' : 'good'}>
          {update.data.isComplete ? '' : 'It goes on as a job. So far: '}
          {update.data.totalItems.toLocaleString()} items, {update.data.successCount.toLocaleString()} as they should be,{' '}
          {update.data.errorCount.toLocaleString()} errors
          <ul className="font-normal">
            {update.data.errors.slice(0, ERRORS_SHOWN).map((text) => (
              <li key={text}>{text}</li>
            ))}
            {update.data.errorCount > ERRORS_SHOWN && <li>... and {(update.data.errorCount - ERRORS_SHOWN).toLocaleString()} more errors</li>}
          </ul>
        </Banner>
      )}
      <ConfirmDialog
        title="Bulk Update FBA Prices"
        question="This will update prices for all items in the price list that have matching New condition listings. Continue?"
        confirmLabel="Continue"
        isBusy={update.isPending}
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          update.mutate({});
        }}
      />
    </div>
  );
}
