import { getPricingSettings, type PricingSettings, pricingSettings, savePricingSettings } from '@stowage/contract/pricing/pricing';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
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
  const [isPausing, setPausing] = useState(false);
  const pauseButton = useRef<HTMLButtonElement>(null);
  const store = () => {
    const numbers = Object.fromEntries(FIELDS.map(({ name }) => [name, values[name] === '' ? undefined : Number(values[name])]));
    const parsed = pricingSettings.safeParse({ ...numbers, isPaused: settings.isPaused });
    setErrors(Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message])));
    if (parsed.success) save.mutate({ body: parsed.data });
  };
  // Without the edited fields, which may be incomplete or not meant yet.
  const setPaused = (isPaused: boolean) => save.mutate({ body: { ...pricingSettings.parse(settings), isPaused } }, { onSettled: () => setPausing(false) });
  return (
    <Form noValidate className="grid gap-4 px-4 pb-4" onSubmit={store}>
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
        <Button
          ref={pauseButton}
          look={settings.isPaused ? 'secondary' : 'danger'}
          disabled={save.isPending}
          onClick={() => (settings.isPaused ? setPaused(false) : setPausing(true))}
        >
          {settings.isPaused ? 'Resume price pushes' : 'Pause all price pushes'}
        </Button>
      </div>
      <ConfirmDialog
        title="Pause all price pushes"
        question="Until somebody resumes: a running sync or bulk update waits and sends nothing more, no new one starts, and single price changes are refused. Clearing and restoring quantities still work."
        confirmLabel="Pause"
        isDangerous
        isBusy={save.isPending}
        open={isPausing}
        onConfirm={() => setPaused(true)}
        onClose={() => setPausing(false)}
        returnFocusTo={() => pauseButton.current}
      />
    </Form>
  );
}
