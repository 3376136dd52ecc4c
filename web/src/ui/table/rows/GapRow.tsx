/** Takes the place of rows of a long table that are out of view. */
export function GapRow({ px }: { px: number }) {
  return px > 0 ? <tr aria-hidden className="p-0!" style={{ height: px }} /> : null;
}
