import { moneyText } from '@stowage/contract/formats/text/money-text';
import { getPriceStrategy, type ListingPriceStrategy, listPriceStrategies, savePriceStrategy } from '@stowage/contract/pricing/price-strategies';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { StrategyFields } from './StrategyFields.tsx';
import { StrategySimulation } from './StrategySimulation.tsx';
import { errorsOf, fieldsOf, formOf, type StrategyForm } from './strategy-form.ts';

interface StrategyDialogProps {
  readonly listingId: number;
  readonly found: ListingPriceStrategy;
  readonly onClose: () => void;
}

/** Changes the strategy of a listing, after a simulation if the person wants one. */
export function StrategyDialog({ listingId, found, onClose }: StrategyDialogProps) {
  // The person changes the strategy as it was when the dialog opened.
  const [version] = useState(found.version);
  const [form, setForm] = useState(() => formOf(found.strategy));
  const [isOn, setOn] = useState(found.strategy?.is_on ?? false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useCommand(savePriceStrategy, [getPriceStrategy, listPriceStrategies]);
  const check = () => {
    const fields = fieldsOf(form);
    const parsed = savePriceStrategy.body.safeParse({ ...fields, is_on: isOn, version });
    setErrors(parsed.success ? {} : errorsOf(parsed.error.issues, fields));
    return parsed.success ? parsed.data : undefined;
  };
  const submit = () => {
    const body = check();
    if (body !== undefined) save.mutate({ params: { listingId }, body }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Price strategy of ${found.sku ?? 'this listing'}`}
      description={floorText(found)}
      submitLabel={isOn ? 'Save and follow' : 'Save, turned off'}
      command={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <StrategyFields form={form} errors={errors} onChange={(change: Partial<StrategyForm>) => setForm((now) => ({ ...now, ...change }))} />
      <StrategySimulation listingId={listingId} check={() => (check() === undefined ? undefined : fieldsOf(form))} />
      <label className="flex min-h-7 items-center gap-2 font-medium">
        <input type="checkbox" checked={isOn} onChange={() => setOn(!isOn)} />
        Follow this strategy: send new prices to Amazon within seconds
      </label>
    </FormDialog>
  );
}

function floorText({ floor, cost, fees, price, map_price }: ListingPriceStrategy): string {
  const floorPart =
    cost === null
      ? `The cost is unknown, so a minimum is required to follow offers.`
      : `No price goes below the floor of ${moneyText(floor)}: cost ${moneyText(cost)}, ${fees === null ? 'unknown fees' : `fees ${moneyText(fees)}`} and the margin.`;
  return `Now ${moneyText(price)}, MAP ${moneyText(map_price)}. ${floorPart}`;
}
