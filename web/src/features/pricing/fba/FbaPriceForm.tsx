import type { OutputOf } from '@stowage/contract/endpoint';
import { updateFbaPrice } from '@stowage/contract/pricing/fba-prices';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { dollars } from '../../../ui/format/money.ts';
import { serverMessage } from '../settings/server-message.ts';

/** Changes the price and the business price of one FBA listing. */
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
  const submit = () => send(false);
  const result = update.isSuccess ? update.data : undefined;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      update.reset();
      setValues({ ...values, [name]: target.value });
    },
  });
  return (
    <Form onSubmit={submit} noValidate aria-label="Update FBA Inventory Pricing" className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
        <TextField label="ASIN" maxLength={10} autoComplete="off" {...field('asin')} />
        <TextField label="Price" type="number" step="0.01" min="0" inputMode="decimal" {...field('price')} />
        <TextField label="Business price (optional)" type="number" step="0.01" min="0" inputMode="decimal" {...field('businessPrice')} />
        <Button type="submit" look="primary" disabled={update.isPending}>
          {update.isPending ? 'Updating...' : 'Update Price'}
        </Button>
      </div>
      {problem !== undefined && <ErrorText>{problem}</ErrorText>}
      {result !== undefined && <Result result={result} isBusy={update.isPending} onSendAnyway={() => send(true)} />}
    </Form>
  );
}

type Outcome = OutputOf<typeof updateFbaPrice>;

/** What was sent or held, for each kind of buyer. */
function Result({ result, isBusy, onSendAnyway }: { result: Outcome; isBusy: boolean; onSendAnyway: () => void }) {
  const { success, asin, sku, floor, map, audiences, isHeld } = result;
  const mayApprove = useMay('prices.approve');
  const seesCosts = useMay('costs.read');
  return (
    <Banner tone={success ? 'good' : 'bad'}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {success ? `${asin} (${sku}) was updated` : (result.error ?? result.message ?? 'Error updating price')}
          {audiences.map(({ audience, before, price, margin }) => (
            <span key={audience} className="block font-normal">
              {AUDIENCES[audience]}: {before === null ? dollars(price) : `${dollars(before)} to ${dollars(price)}`}.
              {seesCosts && ` Margin: ${margin === null ? 'unknown without a cost' : dollars(margin)}.`}
            </span>
          ))}
          <span className="block font-normal">
            {seesCosts && `Floor: ${dollars(floor)}. `}MAP: {dollars(map)}.
          </span>
        </span>
        {isHeld && mayApprove && (
          <Button size="small" disabled={isBusy} onClick={onSendAnyway}>
            Send anyway
          </Button>
        )}
      </div>
    </Banner>
  );
}

const AUDIENCES = { CONSUMER: 'Consumers', BUSINESS: 'Businesses' } as const;
