import { expect, it } from 'vitest';
import { checkBackups } from './backup-check.ts';

const now = new Date('2026-11-23T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const good = {
  ...{ isSetUp: true, lastBackupAt: hoursAgo(9), firstStartedAt: hoursAgo(300), lastDrillAt: hoursAgo(200), failure: null },
  ...{ waitingSince: null, waitingBytes: 0, isArchivingFailing: false },
};
const check = (change: Partial<typeof good> | Record<string, unknown>, isDemo = false) => checkBackups({ ...good, ...change }, { now, isDemo });

it.each([
  ['a backup of the last night and a drill of the last weeks', {}, 'ok', 'The last backup ended at 2026-11-23T03:00:00.000Z.'],
  ['no target', { isSetUp: false }, 'warn', 'None are set up'],
  ['no backup yet', { lastBackupAt: null }, 'warn', 'There is no backup yet'],
  ['a failure', { failure: 'The disk is full' }, 'warn', 'The backup failed'],
  ['a backup of the day before yesterday', { lastBackupAt: hoursAgo(27) }, 'warn', 'The last backup is older than 26 hours'],
  ['segments that wait', { waitingSince: hoursAgo(1) }, 'warn', 'Changes are not reaching the backup target'],
  ['no drill', { lastDrillAt: null }, 'warn', 'The last backup ended at 2026-11-23T03:00:00.000Z; no restore was tried within 35 days'],
])('%s', (_, change, status, text) => {
  expect(check(change)).toMatchObject({ status, text });
});

it('warns no demo about missing backups', () => {
  expect(check({ isSetUp: false }, true).status).toBe('ok');
});
