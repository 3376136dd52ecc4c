import { centsText } from '@stowage/contract/formats/text/money-text';

/** A change that a job sent, with the marketplace's answer. Money in integer cents; undefined fields were not sent. */
export interface SentChange {
  readonly priceCents: number | undefined;
  readonly quantity: number | undefined;
  readonly isRejected: boolean;
}

/** The live state of a listing; undefined fields are not shown. */
export interface LiveListing {
  readonly priceCents: number | undefined;
  readonly quantity: number | undefined;
}

export interface DriftCheck {
  readonly result: 'LIVE' | 'DRIFT';
  readonly note: string | null;
}

/** Whether the live listing matches the change. @param live undefined when the marketplace has no such listing */
export function checkDrift(sent: SentChange, live: LiveListing | undefined): DriftCheck {
  if (sent.isRejected) return checkRejected(sent, live);
  if (live === undefined) return drift('Amazon has no such listing');
  const differences = [
    ...(sent.priceCents === undefined || sent.priceCents === live.priceCents
      ? []
      : [`the price is ${shown(live.priceCents)}, ${centsText(sent.priceCents)} was sent`]),
    ...(sent.quantity === undefined || sent.quantity === live.quantity ? [] : [`the quantity is ${live.quantity ?? 'not shown'}, ${sent.quantity} was sent`]),
  ];
  return differences.length === 0 ? { result: 'LIVE', note: null } : drift(capitalize(differences.join('; ')));
}

/** A feed that failed as a whole may still have applied some of its changes. */
function checkRejected({ priceCents, quantity }: SentChange, live: LiveListing | undefined): DriftCheck {
  const isLive = live !== undefined && (priceCents === undefined || priceCents === live.priceCents) && (quantity === undefined || quantity === live.quantity);
  return isLive ? drift('Amazon rejected the change but shows it') : { result: 'LIVE', note: null };
}

const drift = (note: string): DriftCheck => ({ result: 'DRIFT', note });
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const shown = (cents: number | undefined) => (cents === undefined ? 'not shown' : centsText(cents));
