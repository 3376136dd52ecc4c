/** A share in percent with one decimal, rounded down: 99.96 % is not 100. */
export function percentText(percent: number): string {
  // The addend is smaller than any share of real units, and larger than the floating-point error.
  return `${(Math.floor(percent * 10 + 1e-6) / 10).toLocaleString()} %`;
}
