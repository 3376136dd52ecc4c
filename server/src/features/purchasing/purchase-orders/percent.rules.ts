/** How much of a whole there is, with one decimal that is never rounded up: 100 means all. Of nothing, all is there. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part * 1000) / whole) / 10;
}
