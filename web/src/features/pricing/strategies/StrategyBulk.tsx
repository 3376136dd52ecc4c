import type { BulkAction } from '@stowage/contract/bulk/bulk';
import { counted } from '@stowage/contract/formats/text/counted';
import { listPriceStrategies, type StrategyFilters, setPriceStrategies, turnOffStrategies, turnOnStrategies } from '@stowage/contract/pricing/price-strategies';
import { useState } from 'react';
import { runBulk } from '../../../shared/bulk/run-bulk.ts';
import type { ListTarget } from '../../../shared/list/use-list-selection.tsx';
import { StrategyFields } from '../../../shared/strategies/StrategyFields.tsx';
import { errorsOf, fieldsOf, formOf } from '../../../shared/strategies/strategy-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface StrategyBulkProps {
  readonly target: ListTarget<number, StrategyFilters>;
  readonly count: number;
  readonly onDone: () => void;
}

const TURNS = {
  on: {
    endpoint: turnOnStrategies,
    title: 'Turn on strategies',
    verb: 'Turn on',
    effect: 'New prices are sent to Amazon within seconds, within the limits and the guards.',
  },
  off: { endpoint: turnOffStrategies, title: 'Turn off strategies', verb: 'Turn off', effect: 'The prices stay until a sync changes them.' },
} as const;

/** The actions for the selected listings. */
export function StrategyBulk({ target, count, onDone }: StrategyBulkProps) {
  const [asked, setAsked] = useState<'on' | 'off' | 'set'>();
  const [isBusy, setBusy] = useState(false);
  const listings = counted(count, 'listing');
  const run = async (start: () => Promise<BulkAction | undefined>) => {
    setBusy(true);
    const action = await start();
    setBusy(false);
    // An action that could not start keeps the fields for another try.
    if (action === undefined) return;
    setAsked(undefined);
    onDone();
  };
  const turn = asked === 'on' || asked === 'off' ? TURNS[asked] : undefined;
  return (
    <>
      <Button size="small" className="max-sm:min-h-11" onClick={() => setAsked('set')}>
        Set strategy
      </Button>
      <Button size="small" className="max-sm:min-h-11" onClick={() => setAsked('on')}>
        Turn on
      </Button>
      <Button size="small" className="max-sm:min-h-11" onClick={() => setAsked('off')}>
        Turn off
      </Button>
      {turn !== undefined && (
        <ConfirmDialog
          open
          title={turn.title}
          question={`${turn.verb} the strategies of ${listings}? ${turn.effect}`}
          confirmLabel={turn.verb}
          isBusy={isBusy}
          onConfirm={() =>
            void run(() =>
              runBulk(turn.endpoint, { selection: target, input: {}, title: `${turn.verb} the strategies of ${listings}`, stale: [listPriceStrategies] }),
            )
          }
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'set' && <SetStrategy target={target} listings={listings} isBusy={isBusy} onRun={run} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface SetStrategyProps extends Pick<StrategyBulkProps, 'target'> {
  readonly listings: string;
  readonly isBusy: boolean;
  readonly onRun: (start: () => Promise<BulkAction | undefined>) => Promise<void>;
  readonly onClose: () => void;
}

function SetStrategy({ target, listings, isBusy, onRun, onClose }: SetStrategyProps) {
  const [form, setForm] = useState(() => formOf(null));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = () => {
    const { minimum: _, maximum: __, ...input } = fieldsOf(form);
    const parsed = setPriceStrategies.body.shape.input.safeParse(input);
    setErrors(parsed.success ? {} : errorsOf(parsed.error.issues, input));
    if (!parsed.success) return;
    void onRun(() =>
      runBulk(setPriceStrategies, { selection: target, input: parsed.data, title: `Set the strategy of ${listings}`, stale: [listPriceStrategies] }),
    );
  };
  return (
    <FormDialog
      title={`Set the strategy of ${listings}`}
      description="Minimums, maximums, and whether strategies are on stay as they are for each listing."
      submitLabel="Set strategy"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <StrategyFields form={form} errors={errors} isForMany onChange={(change) => setForm((now) => ({ ...now, ...change }))} />
    </FormDialog>
  );
}
