/** The sum of amounts written with two decimals, in whole cents on the way: binary floats would lose some. */
export function sumOfMoney(amounts: readonly string[]): string {
  const cents = amounts
    .reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
    .toString()
    .padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}
