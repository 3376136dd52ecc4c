/** The database's decimals as pages and the specification's clients read them; nothing is computed with them. */
export function dollars(amount: string | null): number | null {
  return amount === null ? null : Number(amount);
}
