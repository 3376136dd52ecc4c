import { PRICE_STRATEGIES, type PriceStrategyName, WEEKDAYS, WHEN_ALONE, type WhenAlone } from '@stowage/contract/pricing/price-strategies';
import type { Fields } from '../meanwhile/rebase.ts';
import type { StrategyForm } from './strategy-form.ts';

/** The fields of a strategy by their labels. */
export const STRATEGY_NAMES = {
  strategy: 'Strategy',
  minimum: 'Minimum',
  maximum: 'Maximum',
  undercut: 'Undercut',
  undercutBy: 'Undercut in',
  whenAlone: 'Without other offers',
  competitor: 'Only this competitor',
  neverBelowMap: 'Never below the MAP-based price',
  isScheduled: 'Only at some hours',
  days: 'Days',
  from: 'From',
  until: 'Until',
  zone: 'Time zone',
  isOn: 'Follow this strategy',
} as const satisfies Record<keyof StrategyForm | 'isOn', string>;

export type StrategyTexts = Fields<keyof typeof STRATEGY_NAMES>;

/** A strategy that may be turned off. */
export interface SwitchedForm extends StrategyForm {
  readonly isOn: boolean;
}

const yesNo = (isSet: boolean) => (isSet ? 'yes' : 'no');

/** A form as texts, which can be compared with what somebody else saved. */
export function textsOf(form: SwitchedForm): StrategyTexts {
  const { neverBelowMap, isScheduled, days, isOn, ...texts } = form;
  return {
    ...texts,
    neverBelowMap: yesNo(neverBelowMap),
    isScheduled: yesNo(isScheduled),
    days: days.toSorted().join(' '),
    isOn: yesNo(isOn),
  };
}

export function switchedForm({ strategy, undercutBy, whenAlone, neverBelowMap, isScheduled, days, isOn, ...texts }: StrategyTexts): SwitchedForm {
  return {
    ...texts,
    strategy: strategy as PriceStrategyName,
    undercutBy: undercutBy as StrategyForm['undercutBy'],
    whenAlone: whenAlone as WhenAlone,
    neverBelowMap: neverBelowMap === 'yes',
    isScheduled: isScheduled === 'yes',
    days: days.split(' ').filter(Boolean).map(Number),
    isOn: isOn === 'yes',
  };
}

/** The value of a field as the form shows it. */
export function shownText(field: keyof StrategyTexts, value: string): string {
  if (field === 'strategy') return PRICE_STRATEGIES[value as PriceStrategyName];
  if (field === 'whenAlone') return WHEN_ALONE[value as WhenAlone];
  if (field === 'undercutBy') return value === 'amount' ? 'dollars' : value;
  if (field === 'days') return WEEKDAYS.filter((_, nth) => value.includes(String(nth + 1))).join(', ');
  return value;
}
