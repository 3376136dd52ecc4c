/** Distinguishable in the light and the dark theme. */
const PALETTE = ['#2f6fde', '#d1495b', '#2a9d5c', '#c77800', '#8a5cf0', '#0e9aa7', '#d4529c', '#7a8b1f', '#b0622b', '#5a7fa8', '#9c4bb8', '#4f9a94'] as const;

/** The color of a chart's nth line. */
export function chartColor(nth: number): string {
  return PALETTE[nth % PALETTE.length] as string;
}
