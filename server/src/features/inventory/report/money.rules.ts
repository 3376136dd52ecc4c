/** The sum of amounts with two decimals, computed in whole cents because binary floats are not exact. */
export function sumOfMoney(amounts: readonly string[]): string {
  const cents = amounts
    .reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
    .toString()
    .padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}
