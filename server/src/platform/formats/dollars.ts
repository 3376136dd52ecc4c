/** A database decimal as the JSON number of the specification. Only for display: never compute with it. */
export function dollars(amount: string | null): number | null {
  return amount === null ? null : Number(amount);
}

/** Cents as `$1.05`, for sentences. */
export const dollarText = (cents: number) => `$${(cents / 100).toFixed(2)}`;
