/** A percentage with at most one decimal: `42.9 %`. */
export function percentText(percent: number): string {
  return `${percent.toLocaleString(undefined, { maximumFractionDigits: 1 })} %`;
}
