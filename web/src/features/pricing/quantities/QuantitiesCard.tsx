import type { OutputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { getQuantitySettings, type QuantityMode, quantitiesTopic, quantitySettings, saveQuantitySettings } from '@stowage/contract/pricing/quantities';
import { useRef, useState } from 'react';
import { useLiveQuery } from '../../../api/live-query.ts';
import { useCommand, useInvalidate } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { fieldProblems } from '../../../ui/form/field-problems.ts';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { serverMessage } from '../settings/server-message.ts';
import { useNumberDrafts } from '../settings/use-number-drafts.ts';
import { TurnOnDialog } from './TurnOnDialog.tsx';

type Settings = OutputOf<typeof getQuantitySettings>;

const REFRESH_MS = 2_000;

/** Whether Amazon gets every change of the stock, and how much of the stock is offered. */
export function QuantitiesCard() {
  const settings = useLiveQuery(getQuantitySettings, {}, { topic: quantitiesTopic, throttleMs: REFRESH_MS });
  return (
    <Card id="offered-quantities" title="What Amazon offers" description="Every change of the stock is sent to Amazon within seconds, apart from prices.">
      <QueryResult query={settings} failure="The settings could not be loaded" rows={3}>
        {(data) => <QuantitiesForm settings={data} />}
      </QueryResult>
    </Card>
  );
}

const STATES: Readonly<Record<QuantityMode, { readonly tone: 'good' | 'info' | 'warn'; readonly text: string }>> = {
  ON: { tone: 'good', text: 'Quantities are on.' },
  OFF: { tone: 'info', text: 'Quantities are off: Amazon gets them only when somebody starts a sync. Turn them on so that Amazon follows the stock.' },
  PAUSED: { tone: 'warn', text: 'Quantities are paused: Amazon gets none, also not with a sync. Prices are still sent.' },
};

function QuantitiesForm({ settings }: { settings: Settings }) {
  const { mode, version } = settings;
  const drafts = useNumberDrafts({ safety_stock: String(settings.safety_stock), maximum: String(settings.maximum ?? '') });
  const invalidate = useInvalidate();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<QuantityMode>();
  const save = useCommand(saveQuantitySettings, [getQuantitySettings]);
  const button = useRef<HTMLButtonElement>(null);
  const store = () => {
    const texts = { safety_stock: drafts.textOf('safety_stock'), maximum: drafts.textOf('maximum') };
    const typed = {
      safety_stock: texts.safety_stock === '' ? undefined : Number(texts.safety_stock),
      maximum: texts.maximum === '' ? null : Number(texts.maximum),
    };
    const done = async () => {
      // The fields keep the drafts until the settings are read again.
      await invalidate(getQuantitySettings);
      drafts.drop(texts);
    };
    const parsed = quantitySettings.safeParse({ mode, version, ...typed });
    setErrors(fieldProblems(parsed.error));
    if (parsed.success) save.mutate({ body: parsed.data }, { onSuccess: done });
  };
  // Without the edited fields, which may be incomplete or not meant yet.
  const change = (to: QuantityMode) =>
    save.mutate({ body: { mode: to, version, safety_stock: settings.safety_stock, maximum: settings.maximum } }, { onSettled: () => setAsked(undefined) });
  const { tone, text } = STATES[mode];
  return (
    <>
      {/* The dialogs are beside the form, because their submit would bubble to it. */}
      <Form noValidate className="grid gap-4 px-4 pb-4" onSubmit={store}>
        <Banner tone={mode === 'ON' && settings.failure !== null ? 'warn' : tone}>
          {[text, mode === 'ON' && progressText(settings)].filter(Boolean).join(' ')}
        </Banner>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          <TextField
            label="Safety stock"
            hint="Units of each listing that are not offered, so that a miscount does not become a canceled order."
            {...{ type: 'number', min: '0', value: drafts.textOf('safety_stock'), error: errors.safety_stock ?? drafts.conflictOf('safety_stock') }}
            onText={(text) => drafts.change('safety_stock', text)}
          />
          <TextField
            label="Maximum quantity to offer"
            hint="Amazon shows at most this many units of a listing. Leave it empty to offer all."
            {...{ type: 'number', min: '0', value: drafts.textOf('maximum'), error: errors.maximum ?? drafts.conflictOf('maximum') }}
            onText={(text) => drafts.change('maximum', text)}
          />
        </div>
        <p className="text-muted">A listing can have its own values: open it in the Stock tab of SF Inventory.</p>
        {save.isError && <ErrorText>{serverMessage(save.error, 'The settings could not be saved')}</ErrorText>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save limits'}
          </Button>
          <Button
            ref={button}
            look={mode === 'ON' ? 'danger' : 'secondary'}
            disabled={save.isPending}
            onClick={() => setAsked(mode === 'ON' ? 'PAUSED' : 'ON')}
          >
            {mode === 'ON' ? 'Pause quantities' : 'Turn quantities on'}
          </Button>
        </div>
      </Form>
      {asked === 'ON' && (
        <TurnOnDialog command={save} onConfirm={() => change('ON')} onClose={() => setAsked(undefined)} returnFocusTo={() => button.current} />
      )}
      <ConfirmDialog
        title="Pause quantities"
        question="Amazon keeps the quantities that it shows now, also of units that are sold or removed here. Turn quantities on again as soon as you can."
        confirmLabel="Pause quantities"
        isDangerous
        isBusy={save.isPending}
        open={asked === 'PAUSED'}
        onConfirm={() => change('PAUSED')}
        onClose={() => setAsked(undefined)}
        returnFocusTo={() => button.current}
      />
    </>
  );
}

function progressText({ waiting, rejected, failure, last_answer_at }: Settings): string {
  const last = last_answer_at === null ? '' : ` The last answer came at ${dateTime24(new Date(last_answer_at))}.`;
  const waits = waiting === 0 ? 'Nothing waits to be sent.' : `${counted(waiting, 'listing waits', 'listings wait')} to be sent.`;
  return `${waits}${failure === null ? '' : ` ${failure}.`}${last}${rejected === 0 ? '' : ` Amazon rejected ${numberText(rejected)}.`}`;
}
