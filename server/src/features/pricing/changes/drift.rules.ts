/** What a job sent for a listing, and what it was told; money in integer cents, undefined where it was not sent. */
export interface ToldChange {
  readonly priceCents: number | undefined;
  readonly quantity: number | undefined;
  readonly isRejected: boolean;
}

/** What the marketplace shows of a listing; undefined where it shows nothing. */
export interface ShownListing {
  readonly priceCents: number | undefined;
  readonly quantity: number | undefined;
}

export interface Reading {
  readonly result: 'LIVE' | 'DRIFT';
  readonly note: string | null;
}

/** Whether the marketplace shows what the job was told. @param shown undefined when it knows no such listing */
export function compareShown(told: ToldChange, shown: ShownListing | undefined): Reading {
  if (told.isRejected) return compareRejected(told, shown);
  if (shown === undefined) return drift('The marketplace shows no such listing');
  const differences = [
    ...(told.priceCents === undefined || told.priceCents === shown.priceCents
      ? []
      : [`the price is ${dollars(shown.priceCents)}, ${dollars(told.priceCents)} was sent`]),
    ...(told.quantity === undefined || told.quantity === shown.quantity ? [] : [`the quantity is ${shown.quantity ?? 'not told'}, ${told.quantity} was sent`]),
  ];
  return differences.length === 0 ? { result: 'LIVE', note: null } : drift(sentence(differences.join('; ')));
}

/** What was rejected is expected not to be there. A feed that failed as a whole may have done some of it all the same. */
function compareRejected({ priceCents, quantity }: ToldChange, shown: ShownListing | undefined): Reading {
  const isThere =
    shown !== undefined && (priceCents === undefined || priceCents === shown.priceCents) && (quantity === undefined || quantity === shown.quantity);
  return isThere ? drift('It was rejected, and yet the marketplace shows it') : { result: 'LIVE', note: null };
}

const drift = (note: string): Reading => ({ result: 'DRIFT', note });
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const dollars = (cents: number | undefined) => (cents === undefined ? 'not told' : `$${(cents / 100).toFixed(2)}`);
