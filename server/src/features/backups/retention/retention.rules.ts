import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Retention } from '../../../platform/config/backup-retention.rules.ts';

interface Backup {
  readonly id: string;
  readonly at: Date;
}

/**
 * @param until the last day, by default that of the newest backup
 * @returns the ids that stay
 */
export function backupsToKeep(backups: readonly Backup[], retention: Retention, until?: Date): Set<string> {
  const newestFirst = sorted(backups);
  return new Set([
    ...backupsOfDays(backups, retention, until),
    // Weeks begin on Monday.
    ...newestOf(newestFirst, retention.weeks, ({ at }) => String(Math.floor((at.getTime() / DAY_MS + 3) / 7))),
    ...newestOf(newestFirst, retention.months, ({ at }) => at.toISOString().slice(0, 7)),
  ]);
}

/**
 * The backups of the days before the newest one, and the last one before these: with the WAL after it, the database can be
 * restored to any second of these days.
 */
export function backupsOfDays(backups: readonly Backup[], { days }: Retention, until?: Date): Set<string> {
  const newestFirst = sorted(backups);
  const from = ((until ?? newestFirst[0]?.at)?.getTime() ?? 0) - days * DAY_MS;
  const before = newestFirst.findIndex(({ at }) => at.getTime() <= from);
  return new Set(newestFirst.slice(0, before === -1 ? undefined : before + 1).map(({ id }) => id));
}

/** Before this moment the retention keeps nothing but the backups of the installation that still takes them. */
export function horizonOf({ days, weeks, months }: Retention, until: Date): Date {
  return new Date(until.getTime() - Math.max(days, weeks * 7, months * 31) * DAY_MS);
}

function sorted(backups: readonly Backup[]): Backup[] {
  return [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());
}

function newestOf(newestFirst: readonly Backup[], count: number, periodOf: (backup: Backup) => string): string[] {
  const newest = new Map<string, string>();
  for (const backup of newestFirst) if (!newest.has(periodOf(backup))) newest.set(periodOf(backup), backup.id);
  return [...newest.values()].slice(0, count);
}
