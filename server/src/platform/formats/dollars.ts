/** A database decimal as the JSON number of the specification. Only for display: never compute with it. */
export function dollars(amount: string | null): number | null {
  return amount === null ? null : Number(amount);
}
