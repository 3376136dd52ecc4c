/** A day in the viewer's zone: `2026-11-20`. */
export function isoDate(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/**
 * The last moment of a day in the viewer's zone, as ISO text.
 * @returns undefined, which means now, for the current day
 */
export function endOfDay(day: string, now: Date): string | undefined {
  if (day === isoDate(now)) return undefined;
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
