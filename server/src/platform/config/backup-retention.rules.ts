/** All backups of the last days stay, and the newest of each of the last weeks and months. */
export interface Retention {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;

/** @param text such as `7d,4w,12m`. @returns undefined for another text, and for one that keeps no day */
export function readRetention(text: string): Retention | undefined {
  const retention = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, number, unit] = /^(\d{1,4})([dwm])$/.exec(part.trim()) ?? [];
    if (number === undefined) return undefined;
    retention[UNITS[unit as keyof typeof UNITS]] = Number(number);
  }
  return retention.days > 0 ? retention : undefined;
}
