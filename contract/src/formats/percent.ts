/** The percentage of a part, rounded to one decimal. Only a complete part is 100: 99.96 % is 99.9. An empty whole is complete. */
export function percentOf(part: number, whole: number): number {
  if (part >= whole) return 100;
  return Math.min(Math.round((part * 1000) / whole) / 10, 99.9);
}
