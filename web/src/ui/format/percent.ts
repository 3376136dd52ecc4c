/** A part of a whole in percent, with one decimal that is never rounded up: 99.96 % is not 100. */
export function percentText(percent: number): string {
  // What is added is less than any share of real units, and more than floating point loses.
  return `${(Math.floor(percent * 10 + 1e-6) / 10).toLocaleString()} %`;
}
