import { DAY_MS } from '@stowage/contract/formats/durations';

/** The newest backup of each of the last days, weeks and months stays. */
export interface Retention {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

interface Backup {
  readonly id: string;
  readonly at: Date;
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

/** @returns the ids that stay: the newest one always, and the newest of each period that has one */
export function backupsToKeep(backups: readonly Backup[], { days, weeks, months }: Retention): Set<string> {
  const newestFirst = [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());
  return new Set([
    ...newestOf(newestFirst, days, ({ at }) => at.toISOString().slice(0, 10)),
    ...newestOf(newestFirst, weeks, ({ at }) => String(Math.floor((at.getTime() / DAY_MS + 3) / 7))),
    ...newestOf(newestFirst, months, ({ at }) => at.toISOString().slice(0, 7)),
  ]);
}

/** The backups of the last days: the database can be restored to any second after the oldest of them. */
export function backupsOfDays(backups: readonly Backup[], { days }: Retention): Set<string> {
  return new Set(
    newestOf(
      [...backups].sort((a, b) => b.at.getTime() - a.at.getTime()),
      days,
      ({ at }) => at.toISOString().slice(0, 10),
    ),
  );
}

function newestOf(newestFirst: readonly Backup[], count: number, periodOf: (backup: Backup) => string): string[] {
  const newest = new Map<string, string>();
  for (const backup of newestFirst) if (!newest.has(periodOf(backup))) newest.set(periodOf(backup), backup.id);
  return [...newest.values()].slice(0, count);
}
