/** The percentage of a part, rounded down to one decimal, so that 100 means complete. An empty whole is complete. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part * 1000) / whole) / 10;
}
