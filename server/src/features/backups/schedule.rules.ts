/** @returns the minutes after midnight of `02:30`; undefined for another text */
export function readTimeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/**
 * Whether a backup is due: the time of day passed since the last one began. An installation without one gets it at once.
 * @param minutes after midnight in the time zone of the machine
 */
export function isDue({ minutes, last, now }: { readonly minutes: number; readonly last: Date | null; readonly now: Date }): boolean {
  if (last === null) return true;
  const due = new Date(now);
  due.setHours(0, minutes, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return last < due;
}
