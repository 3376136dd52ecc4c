import { getPricingSettings, type PricingSettings, pricingSettings, savePricingSettings } from '@stowage/contract/pricing/pricing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { QueryResult } from '../../../ui/QueryResult.tsx';
import { serverMessage } from './server-message.ts';

const FIELDS = [
  { name: 'maxDropPercent', label: 'Largest price drop, in %', step: '0.1' },
  { name: 'movePercent', label: 'Large price move, in %', step: '0.1' },
  { name: 'moveSharePercent', label: 'Largest share of large moves, in %', step: '0.1' },
  { name: 'absoluteMinimum', label: 'Lowest price, in $', step: '0.01' },
  { name: 'minimumMargin', label: 'Margin over cost and fees, in $', step: '0.01' },
  { name: 'quantityBuffer', label: 'Units of each listing not offered', step: '1' },
  { name: 'maxInputAgeHours', label: 'Maximum age of offers, in hours', step: '1' },
] as const;

/** The limits that every price must pass, and the switch that pauses all price pushes. */
export function GuardsCard() {
  const settings = useQuery(queryFor(getPricingSettings, {}));
  return (
    <Card title="Pricing guards" description="Held prices are not sent. The pricing breakdown shows them with the reason.">
      <QueryResult query={settings} failure="The guards could not be loaded" rows={4}>
        {(data) => <GuardsForm key={JSON.stringify(data)} settings={data} />}
      </QueryResult>
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
    <Form noValidate className="grid gap-4 px-4 pb-4" onSubmit={() => store(settings.isPaused)}>
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
      {save.isError && <ErrorText>{serverMessage(save.error, 'The guards could not be saved')}</ErrorText>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save guards'}
        </Button>
        <Button look={settings.isPaused ? 'secondary' : 'danger'} disabled={save.isPending} onClick={() => store(!settings.isPaused)}>
          {settings.isPaused ? 'Resume price pushes' : 'Pause all price pushes'}
        </Button>
      </div>
    </Form>
  );
}
