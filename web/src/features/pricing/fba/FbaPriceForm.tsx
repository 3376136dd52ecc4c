import type { OutputOf } from '@stowage/contract/endpoint';
import { enteredMoney } from '@stowage/contract/formats/money';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { updateFbaPrice } from '@stowage/contract/pricing/fba-prices';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { serverMessage } from '../settings/server-message.ts';

/** Changes the price and the business price of one FBA listing. */
export function FbaPriceForm() {
  const [values, setValues] = useState({ asin: '', price: '', businessPrice: '' });
  const [problem, setProblem] = useState<string>();
  const update = useCommand(updateFbaPrice);
  const send = (isApproved: boolean) => {
    setProblem(undefined);
    const asin = values.asin.trim();
    if (asin === '' || values.price.trim() === '') return setProblem('Please enter both ASIN and price');
    const [price, businessPrice] = [amountOf(values.price), values.businessPrice.trim() === '' ? null : amountOf(values.businessPrice)];
    if (price === undefined || businessPrice === undefined) return setProblem(NO_AMOUNT);
    update.mutate(
      { body: { asin, price, ...(businessPrice !== null && { businessPrice }), isApproved } },
      { onError: (error) => setProblem(serverMessage(error, 'Error updating price')) },
    );
  };
  // Marks the field; the message is below the form.
  const errorOf = (text: string) => (problem === NO_AMOUNT && text.trim() !== '' && amountOf(text) === undefined ? '' : undefined);
  const submit = () => send(false);
  const result = update.isSuccess ? update.data : undefined;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onText: (text: string) => {
      update.reset();
      setValues({ ...values, [name]: text });
    },
  });
  return (
    <Form onSubmit={submit} noValidate aria-label="Update FBA Inventory Pricing" className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
        <CodeField label="ASIN" maxLength={10} {...field('asin')} />
        <TextField label="Price" inputMode="decimal" autoComplete="off" error={errorOf(values.price)} {...field('price')} />
        <TextField label="Business price (optional)" inputMode="decimal" autoComplete="off" error={errorOf(values.businessPrice)} {...field('businessPrice')} />
        <Button type="submit" look="primary" disabled={update.isPending}>
          {update.isPending ? 'Updating...' : 'Update Price'}
        </Button>
      </div>
      {problem !== undefined && <ErrorText>{problem}</ErrorText>}
      {result !== undefined && <Result result={result} isBusy={update.isPending} onSendAnyway={() => send(true)} />}
    </Form>
  );
}

const NO_AMOUNT = 'Enter an amount in dollars and cents, such as 19.99';

/** @returns undefined for a text that is no amount of at least 0 */
function amountOf(text: string): number | undefined {
  const { data } = enteredMoney.safeParse(text);
  return data === undefined || data.startsWith('-') ? undefined : Number(data);
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
