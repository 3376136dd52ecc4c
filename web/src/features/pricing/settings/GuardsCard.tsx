import { getPricingSettings, type PricingSettings, pricingSettings, savePricingSettings } from '@stowage/contract/pricing/pricing';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { serverMessage } from './server-message.ts';

const FIELDS = [
  { name: 'maxDropPercent', label: 'Largest drop of a price, in %', step: '0.1' },
  { name: 'movePercent', label: 'A large move of a price, in %', step: '0.1' },
  { name: 'moveSharePercent', label: 'Share of large moves that holds them, in %', step: '0.1' },
  { name: 'absoluteMinimum', label: 'Lowest price of all, in $', step: '0.01' },
  { name: 'minimumMargin', label: 'Margin over cost and fees, in $', step: '0.01' },
  { name: 'quantityBuffer', label: 'Units kept back of each listing', step: '1' },
  { name: 'maxInputAgeHours', label: 'Oldest offers that are relied on, in hours', step: '1' },
] as const;

/** The guards that every price passes, and the switch that stops all of them from going out. */
export function GuardsCard() {
  const settings = useQuery(queryFor(getPricingSettings, {}));
  return (
    <Card title="Pricing guards" description="What they hold is not sent, and stands in the pricing breakdown with the reason.">
      {settings.isPending && <SkeletonRows count={4} />}
      {settings.isError && <ErrorState title="The guards could not be loaded" detail={settings.error.message} onRetry={() => void settings.refetch()} />}
      {settings.data !== undefined && <GuardsForm key={JSON.stringify(settings.data)} settings={settings.data} />}
    </Card>
  );
}

function GuardsForm({ settings }: { settings: PricingSettings }) {
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(FIELDS.map(({ name }) => [name, String(settings[name])])));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useCommand(savePricingSettings, [getPricingSettings]);
  const store = (isPaused: boolean) => {
    const numbers = Object.fromEntries(FIELDS.map(({ name }) => [name, values[name] === '' ? undefined : Number(values[name])]));
    const parsed = pricingSettings.safeParse({ ...numbers, isPaused });
    setErrors(Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message])));
    if (parsed.success) save.mutate({ body: parsed.data });
  };
  return (
    <form
      noValidate
      className="grid gap-4 px-4 pb-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        store(settings.isPaused);
      }}
    >
      {settings.isPaused && <Banner tone="warn">Price pushes are paused. Clearing and restoring quantities still work.</Banner>}
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {FIELDS.map(({ name, label, step }) => (
          <TextField
            key={name}
            label={label}
            type="number"
            min="0"
            step={step}
            value={values[name] ?? ''}
            error={errors[name]}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        ))}
      </div>
      {save.isError && (
        <p role="alert" className="font-medium text-bad">
          {serverMessage(save.error, 'The guards could not be saved')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save guards'}
        </Button>
        <Button look={settings.isPaused ? 'secondary' : 'danger'} disabled={save.isPending} onClick={() => store(!settings.isPaused)}>
          {settings.isPaused ? 'Resume price pushes' : 'Pause all price pushes'}
        </Button>
      </div>
    </form>
  );
}
