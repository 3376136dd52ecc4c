import { daysBetween } from '@stowage/contract/formats/day';
import { centsOf } from '@stowage/contract/formats/money';
import { centsText, moneyText } from '@stowage/contract/formats/text/money-text';
import type { VendorTerms } from '@stowage/contract/purchasing/vendor-terms';

interface OrderToSend {
  readonly vendor: string;
  readonly expectedOn: string | null;
  readonly lines: readonly { readonly unitCost: string | null }[];
}

interface Facts {
  /** Undefined for a person who may not see it. */
  readonly total: string | undefined;
  readonly terms: Pick<VendorTerms, 'minimum_order' | 'lead_days'>;
  /** Today, in UTC. */
  readonly today: string;
}

/** What a person should check before an order is sent. None of it prevents sending. */
export function warningsOf({ lines, expectedOn, vendor }: OrderToSend, { total, terms, today }: Facts): string[] {
  const { minimum_order: minimum, lead_days: leadDays } = terms;
  const unpriced = lines.filter(({ unitCost }) => unitCost === null).length;
  const missing = minimum === null || total === undefined ? 0 : centsOf(minimum) - centsOf(total);
  const daysLeft = expectedOn === null ? undefined : daysBetween(today, expectedOn);
  return [
    ...(missing > 0 && minimum !== null ? [`The order is ${centsText(missing)} below the minimum of ${moneyText(minimum)} that ${vendor} asks for.`] : []),
    ...(unpriced > 0 ? [`${unpriced} ${unpriced === 1 ? 'line has' : 'lines have'} no cost. The total leaves ${unpriced === 1 ? 'it' : 'them'} out.`] : []),
    ...(daysLeft !== undefined && daysLeft < 0 ? ['The expected date is in the past.'] : []),
    ...(daysLeft !== undefined && daysLeft >= 0 && leadDays !== null && daysLeft < leadDays
      ? [`The order is expected in ${daysLeft} days, but ${vendor} usually needs ${leadDays}.`]
      : []),
  ];
}
