export type PhotoWarning = 'dark' | 'blurred';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel. */
  readonly data: ArrayLike<number>;
}

/** Below this mean brightness, out of 255, nothing is readable. */
const DARK_BELOW = 40;
/** Below this variance of its edges, a photo has no sharp ones. */
const BLURRED_BELOW = 25;

/** Warns about a photo that is probably too dark or out of focus to be evidence. The warning is a hint, never a refusal. */
export function judgePhoto({ width, height, data }: Pixels): PhotoWarning | undefined {
  const grey = Float32Array.from({ length: width * height }, (_, index) => {
    const at = index * 4;
    return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  });
  const mean = grey.reduce((sum, value) => sum + value, 0) / Math.max(1, grey.length);
  if (mean < DARK_BELOW) return 'dark';
  return variance(edges(grey, width, height)) < BLURRED_BELOW ? 'blurred' : undefined;
}

/** The Laplacian of each inner pixel: its difference from its neighbors. */
function edges(grey: Float32Array, width: number, height: number): number[] {
  const found: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      found.push(4 * (grey[at] ?? 0) - (grey[at - 1] ?? 0) - (grey[at + 1] ?? 0) - (grey[at - width] ?? 0) - (grey[at + width] ?? 0));
    }
  }
  return found;
}

function variance(values: readonly number[]): number {
  if (values.length === 0) return Number.POSITIVE_INFINITY;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
