import { HOUR_MS } from '@stowage/contract/formats/durations';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ExampleListing } from '@stowage/contract/pricing/pricing';
import { dateTime24 } from '../../../ui/format/date-time.ts';

/** What an example is made of: the seller's own listing and number of listings. */
interface Own {
  readonly listing: ExampleListing | null;
  readonly listings: number;
}

export interface GuardField {
  readonly name: 'maxDropPercent' | 'movePercent' | 'moveSharePercent' | 'absoluteMinimum' | 'minimumMargin' | 'maxInputAgeHours';
  readonly label: string;
  readonly step: string;
  readonly explanation: string;
  /** What the typed value means for the seller's own listing; nothing without the figures for it. */
  readonly example: (value: number, own: Own) => string | null | undefined;
}

export const GUARD_FIELDS: readonly GuardField[] = [
  {
    name: 'maxDropPercent',
    label: 'Largest price drop, in %',
    step: '0.1',
    explanation: 'A price that would fall by more waits for your approval.',
    example: (value, { listing }) => listing && `${listing.sku} at ${money(listing.price)} may fall to ${share(listing.price, 100 - value)} at once.`,
  },
  {
    name: 'movePercent',
    label: 'Large price change, in %',
    step: '0.1',
    explanation: 'A change by more, up or down, counts as large. A single price that you raise by more asks for approval.',
    example: (value, { listing }) =>
      listing && `For ${listing.sku} at ${money(listing.price)}: below ${share(listing.price, 100 - value)} or above ${share(listing.price, 100 + value)}.`,
  },
  {
    name: 'moveSharePercent',
    label: 'Listings that may change by a large amount at once, in %',
    step: '0.1',
    explanation: "If more of a sync's prices change by a large amount, a mistake is likely, and all the large changes wait for approval.",
    example: (value, { listings }) =>
      listings === 0 ? undefined : `Of ${numberText(listings)} offered listings: more than ${numberText(Math.floor((listings * value) / 100))}.`,
  },
  {
    name: 'absoluteMinimum',
    label: 'Lowest price, in $',
    step: '0.01',
    explanation: 'A lower price is raised to this one, also when competitors ask less.',
    example: () => undefined,
  },
  {
    name: 'minimumMargin',
    label: 'Margin over cost and fees, in $',
    step: '0.01',
    explanation: "What a sale must leave after the cost of the unit and Amazon's fees, where they are known.",
    example: (value, { listing }) => {
      if (listing?.cost == null) return undefined;
      const least = Number(listing.cost) + Number(listing.fees ?? 0) + value;
      const fees = listing.fees === null ? '' : ` with ${money(listing.fees)} fees`;
      return `${listing.sku} costs ${money(listing.cost)}${fees}: at least ${dollars(least)}.`;
    },
  },
  {
    name: 'maxInputAgeHours',
    label: 'Maximum age of offers, in hours',
    step: '1',
    explanation: "Competitors' offers that were read before are not used for a price.",
    example: (value) => `Now: offers read before ${dateTime24(new Date(Date.now() - value * HOUR_MS))}.`,
  },
];

const money = (text: string) => dollars(Number(text));
const share = (price: string, percent: number) => dollars(Math.round(Number(price) * Math.max(0, percent)) / 100);
