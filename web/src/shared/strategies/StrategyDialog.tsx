import { moneyText } from '@stowage/contract/formats/text/money-text';
import { getPriceStrategy, type ListingPriceStrategy, listPriceStrategies, savePriceStrategy } from '@stowage/contract/pricing/price-strategies';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { type Filled, useRebase } from '../meanwhile/use-rebase.tsx';
import { StrategyFields } from './StrategyFields.tsx';
import { StrategySimulation } from './StrategySimulation.tsx';
import { errorsOf, fieldsOf, formOf } from './strategy-form.ts';
import { STRATEGY_NAMES, type StrategyTexts, type SwitchedForm, shownText, switchedForm, textsOf } from './strategy-texts.ts';

interface StrategyDialogProps {
  readonly listingId: number;
  readonly found: ListingPriceStrategy;
  readonly onClose: () => void;
}

/** Changes the strategy of a listing, after a simulation if the person wants one. */
export function StrategyDialog({ listingId, found, onClose }: StrategyDialogProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useCommand(savePriceStrategy, [getPriceStrategy, listPriceStrategies]);
  const check = (texts: StrategyTexts, { version }: FilledStrategy) => {
    const { isOn, ...wanted } = switchedForm(texts);
    const fields = fieldsOf(wanted);
    const parsed = savePriceStrategy.body.safeParse({ ...fields, is_on: isOn, version });
    setErrors(parsed.success ? {} : errorsOf(parsed.error.issues, fields));
    return parsed.success ? parsed.data : undefined;
  };
  const send = (filled: FilledStrategy, texts: StrategyTexts) => {
    const body = check(texts, filled);
    if (body !== undefined) save.mutate({ params: { listingId }, body }, { onSuccess: onClose });
  };
  const now = filledOf(found);
  const { values, setValues, submit, meanwhile } = useRebase(now, { ...save, send, names: STRATEGY_NAMES, textOf: shownText });
  const { isOn, ...form } = switchedForm(values);
  const change = (changed: Partial<SwitchedForm>) => setValues(textsOf({ ...form, isOn, ...changed }));
  return (
    <FormDialog
      title={`Price strategy of ${found.sku ?? 'this listing'}`}
      description={floorText(found)}
      submitLabel={isOn ? 'Save and follow' : 'Save, turned off'}
      isBusy={save.isPending}
      problem={meanwhile === undefined ? save.error?.message : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {meanwhile}
      <StrategyFields form={form} errors={errors} onChange={change} />
      <StrategySimulation listingId={listingId} check={() => (check(values, now) === undefined ? undefined : fieldsOf(form))} />
      <label className="flex min-h-7 items-center gap-2 font-medium">
        <input type="checkbox" checked={isOn} onChange={() => change({ isOn: !isOn })} />
        Follow this strategy: send new prices to Amazon within seconds
      </label>
    </FormDialog>
  );
}

interface FilledStrategy extends Filled<keyof StrategyTexts> {
  readonly version: number;
}

function filledOf({ version, strategy }: ListingPriceStrategy): FilledStrategy {
  return { version, values: textsOf({ ...formOf(strategy), isOn: strategy?.is_on ?? false }) };
}

function floorText({ floor, cost, fees, price, map_price }: ListingPriceStrategy): string {
  const floorPart =
    cost === null
      ? `The cost is unknown, so a minimum is required to follow offers.`
      : `No price goes below the floor of ${moneyText(floor)}: cost ${moneyText(cost)}, ${fees === null ? 'unknown fees' : `fees ${moneyText(fees)}`} and the margin.`;
  return `Now ${moneyText(price)}, MAP ${moneyText(map_price)}. ${floorPart}`;
}
