import type { OutputOf } from '@stowage/contract/endpoint';
import { getPricingSettings, pricingGuards, savePricingSettings } from '@stowage/contract/pricing/pricing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand, useInvalidate } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { fieldProblems } from '../../../ui/form/field-problems.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { GUARD_FIELDS, type GuardField } from './guard-fields.ts';
import { PricePauses } from './PricePauses.tsx';
import { serverMessage } from './server-message.ts';
import { useNumberDrafts } from './use-number-drafts.ts';

/** The limits that every price must pass, and the switches that pause price pushes. */
export function GuardsCard() {
  const settings = useQuery(queryFor(getPricingSettings, {}));
  return (
    <Card id="pricing-guards" title="Pricing guards" description="Held prices are not sent. The pricing breakdown shows them with the reason.">
      <QueryResult query={settings} failure="The guards could not be loaded" rows={4}>
        {(data) => (
          <div className="grid gap-4 px-4 pb-4">
            <GuardsForm settings={data} />
            <PricePauses settings={data} />
          </div>
        )}
      </QueryResult>
    </Card>
  );
}

function valuesOf<Value>(pick: (field: GuardField) => Value): Record<GuardField['name'], Value> {
  return Object.fromEntries(GUARD_FIELDS.map((field) => [field.name, pick(field)])) as Record<GuardField['name'], Value>;
}

/** What the guard does, and what the typed value means for the seller's own listings. */
function hintOf({ explanation, example }: GuardField, text: string, settings: OutputOf<typeof getPricingSettings>) {
  const value = Number(text);
  const own = text === '' || !(value >= 0) ? undefined : example(value, { listing: settings.example, listings: settings.clearableListings });
  return (
    <>
      {explanation}
      {own && <span className="block">{own}</span>}
    </>
  );
}

function GuardsForm({ settings }: { settings: OutputOf<typeof getPricingSettings> }) {
  const drafts = useNumberDrafts(valuesOf(({ name }) => String(settings[name])));
  const invalidate = useInvalidate();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useCommand(savePricingSettings, [getPricingSettings]);
  const store = () => {
    const texts = valuesOf(({ name }) => drafts.textOf(name));
    const parsed = pricingGuards.safeParse(valuesOf(({ name }) => (texts[name] === '' ? undefined : Number(texts[name]))));
    setErrors(fieldProblems(parsed.error));
    if (!parsed.success) return;
    // Only the changed fields: somebody may change others at the same time.
    const changed = Object.entries(parsed.data).filter(([name]) => drafts.isChanged(name as GuardField['name']));
    // The fields name what somebody else has saved, as far as it was read.
    const seen = Object.fromEntries(changed.map(([name]) => [name, settings[name as GuardField['name']]]));
    const body = { ...Object.fromEntries(changed), seen };
    const done = async () => {
      // The fields keep the drafts until the settings are read again.
      await invalidate(getPricingSettings);
      drafts.drop(texts);
    };
    save.mutate({ body }, { onSuccess: done });
  };
  return (
    <Form noValidate className="grid gap-4" onSubmit={store}>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {GUARD_FIELDS.map((field) => (
          <TextField
            key={field.name}
            label={field.label}
            hint={hintOf(field, drafts.textOf(field.name), settings)}
            type="number"
            min="0"
            step={field.step}
            value={drafts.textOf(field.name)}
            error={errors[field.name] ?? drafts.conflictOf(field.name)}
            onText={(text) => drafts.change(field.name, text)}
          />
        ))}
      </div>
      {save.isError && <ErrorText>{serverMessage(save.error, 'The guards could not be saved')}</ErrorText>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save guards'}
        </Button>
      </div>
    </Form>
  );
}
