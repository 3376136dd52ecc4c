import {
  PRICE_STRATEGIES,
  PRICE_STRATEGY_NAMES,
  type PriceStrategyName,
  WEEKDAYS,
  WHEN_ALONE,
  WHEN_ALONE_NAMES,
} from '@stowage/contract/pricing/price-strategies';
import type { ReactNode } from 'react';
import { SelectField, TextField } from '../../ui/form/Field.tsx';
import { toggled } from '../../ui/table/toggled.ts';
import { followsOffers, type StrategyForm } from './strategy-form.ts';

interface StrategyFieldsProps {
  readonly form: StrategyForm;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<StrategyForm>) => void;
  /** Hides the limits, which each listing of a selection keeps. */
  readonly isForMany?: boolean;
}

const STRATEGIES = PRICE_STRATEGY_NAMES.map((value) => ({ value, label: PRICE_STRATEGIES[value] }));
const ALONE = WHEN_ALONE_NAMES.map((value) => ({ value, label: WHEN_ALONE[value] }));
const BY = [
  { value: 'amount', label: 'Dollars' },
  { value: 'percent', label: 'Percent' },
] as const;
const HINTS: Readonly<Record<PriceStrategyName, string>> = {
  LOWEST_PRICE: 'The lowest of the MAP-based price, the lowest offer minus $1, and the competitive threshold',
  MATCH: 'The price of the lowest offer of others in the same condition, with its shipping',
  UNDERCUT: 'Below the lowest offer of others in the same condition, with its shipping',
  STAY_AT_MAP: 'The share of the MAP for the condition: 100 % for New',
  FOLLOW_FEATURED: 'The price of the featured offer, with its shipping; stays while our offer is the featured one',
};

/** The fields of a price strategy. */
export function StrategyFields({ form, errors, onChange, isForMany = false }: StrategyFieldsProps) {
  const amount = (name: 'undercut' | 'minimum' | 'maximum', label: string, error: string | undefined) => (
    <TextField label={label} inputMode="decimal" autoComplete="off" value={form[name]} error={error} onText={(text) => onChange({ [name]: text })} />
  );
  return (
    <>
      <SelectField label="Strategy" value={form.strategy} options={STRATEGIES} hint={HINTS[form.strategy]} onText={(strategy) => onChange({ strategy })} />
      {form.strategy === 'UNDERCUT' && (
        <Pair>
          {amount('undercut', 'Undercut by', errors.undercut_amount)}
          <SelectField label="In" value={form.undercutBy} options={BY} onText={(undercutBy) => onChange({ undercutBy })} />
        </Pair>
      )}
      {!isForMany && (
        <Pair>
          {amount('minimum', 'Minimum', errors.minimum)}
          {amount('maximum', 'Maximum', errors.maximum)}
        </Pair>
      )}
      {followsOffers(form.strategy) && (
        <Pair>
          <SelectField
            label="Without other offers"
            value={form.whenAlone}
            options={ALONE}
            error={errors.when_alone}
            onText={(whenAlone) => onChange({ whenAlone })}
          />
          <TextField
            label="Only this competitor"
            autoComplete="off"
            maxLength={100}
            value={form.competitor}
            hint="A seller ID. Empty: all sellers"
            error={errors.competitor_seller_id}
            onText={(competitor) => onChange({ competitor })}
          />
        </Pair>
      )}
      <Check isOn={form.neverBelowMap} onToggle={() => onChange({ neverBelowMap: !form.neverBelowMap })}>
        Never below the MAP-based price
      </Check>
      <Schedule form={form} errors={errors} onChange={onChange} />
    </>
  );
}

function Schedule({ form, errors, onChange }: StrategyFieldsProps) {
  const toggle = (day: number) => onChange({ days: [...toggled(new Set(form.days), day)] });
  return (
    <>
      <Check isOn={form.isScheduled} onToggle={() => onChange({ isScheduled: !form.isScheduled })}>
        Only at some hours
      </Check>
      {form.isScheduled && (
        <fieldset className="grid gap-3 rounded-md border border-line p-3">
          <legend className="px-1 font-medium">Hours</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {WEEKDAYS.map((name, nth) => (
              <Check key={name} isOn={form.days.includes(nth + 1)} onToggle={() => toggle(nth + 1)}>
                {name}
              </Check>
            ))}
          </div>
          <p className="text-[13px] text-muted">No day means every day. At other times only the limits hold, and syncs use the general rules.</p>
          <Pair>
            <TextField label="From" type="time" value={form.from} error={errors.from} onText={(from) => onChange({ from })} />
            <TextField label="Until" type="time" value={form.until} error={errors.until} onText={(until) => onChange({ until })} />
          </Pair>
          <TextField label="Time zone" autoComplete="off" value={form.zone} error={errors.zone} onText={(zone) => onChange({ zone })} />
        </fieldset>
      )}
    </>
  );
}

const Pair = ({ children }: { children: ReactNode }) => <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">{children}</div>;

function Check({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input type="checkbox" checked={isOn} onChange={onToggle} />
      {children}
    </label>
  );
}
