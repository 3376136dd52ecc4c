import { type PriceStrategyFields, type PriceStrategyName, strategyProblems, type WhenAlone } from '@stowage/contract/pricing/price-strategies';
import { dateFormat } from '../../ui/format/date-time.ts';

/** The fields of a strategy as people type them. */
export interface StrategyForm {
  readonly strategy: PriceStrategyName;
  readonly minimum: string;
  readonly maximum: string;
  readonly undercut: string;
  readonly undercutBy: 'amount' | 'percent';
  readonly whenAlone: WhenAlone;
  readonly competitor: string;
  readonly neverBelowMap: boolean;
  readonly isScheduled: boolean;
  readonly days: readonly number[];
  readonly from: string;
  readonly until: string;
  readonly zone: string;
}

const OFFICE = { from: '08:00', until: '18:00' };

export function formOf(fields: PriceStrategyFields | null): StrategyForm {
  const amount = (value: number | null | undefined) => (value == null ? '' : value.toFixed(2));
  return {
    strategy: fields?.strategy ?? 'MATCH',
    minimum: amount(fields?.minimum),
    maximum: amount(fields?.maximum),
    undercut: fields?.undercut_percent == null ? amount(fields?.undercut_amount) : String(fields.undercut_percent),
    undercutBy: fields?.undercut_percent == null ? 'amount' : 'percent',
    whenAlone: fields?.when_alone ?? 'KEEP',
    competitor: fields?.competitor_seller_id ?? '',
    neverBelowMap: fields?.never_below_map ?? false,
    isScheduled: fields?.schedule != null,
    days: fields?.schedule?.days ?? [],
    from: fields?.schedule?.from ?? OFFICE.from,
    until: fields?.schedule?.until ?? OFFICE.until,
    zone: fields?.schedule?.zone ?? dateFormat().timeZone,
  };
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** The fields for the server. What is no number stays NaN, which the contract refuses with its message. */
export function fieldsOf(form: StrategyForm): Omit<PriceStrategyFields, 'is_on'> {
  const isUndercut = form.strategy === 'UNDERCUT';
  const undercut = numberOf(form.undercut);
  return {
    strategy: form.strategy,
    undercut_amount: isUndercut && form.undercutBy === 'amount' ? undercut : null,
    undercut_percent: isUndercut && form.undercutBy === 'percent' ? undercut : null,
    when_alone: followsOffers(form.strategy) ? form.whenAlone : 'KEEP',
    competitor_seller_id: followsOffers(form.strategy) && form.competitor.trim() !== '' ? form.competitor.trim() : null,
    never_below_map: form.neverBelowMap,
    minimum: numberOf(form.minimum),
    maximum: numberOf(form.maximum),
    schedule: form.isScheduled ? { days: [...form.days].sort(), from: form.from, until: form.until, zone: form.zone.trim() } : null,
  };
}

/** Whether the price follows single offers, so that there is something to do without one. */
export const followsOffers = (strategy: PriceStrategyName) => strategy === 'MATCH' || strategy === 'UNDERCUT' || strategy === 'FOLLOW_FEATURED';

/** The first problem of each field, under the field's name in the form. */
export function errorsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  fields: Parameters<typeof strategyProblems>[0],
) {
  const all = [
    // The contract checks single fields first, and compares them only when each is valid.
    ...issues.map(({ path, message }) => ({ field: String(path.at(-1)), problem: message })),
    ...strategyProblems(fields).map(({ field, problem }) => ({ field, problem })),
  ];
  return Object.fromEntries(all.toReversed().map(({ field, problem }) => [field === 'undercut_percent' ? 'undercut_amount' : field, problem]));
}
