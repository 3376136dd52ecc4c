import { DAY_MS } from '@stowage/contract/formats/durations';
import { expect, it } from 'vitest';
import { readRetention } from '../../../platform/config/backup-retention.rules.ts';
import { backupsToKeep } from './retention.rules.ts';

const NEWEST = Date.parse('2026-11-23T02:30:00Z');
const nightly = (count: number) =>
  Array.from({ length: count }, (_, ago) => new Date(NEWEST - ago * DAY_MS)).map((at) => ({ id: at.toISOString().slice(0, 10), at }));

it('reads days, weeks and months, and refuses a text that keeps no day', () => {
  expect(readRetention('7d,4w,12m')).toEqual({ days: 7, weeks: 4, months: 12 });
  expect(readRetention(' 3d ')).toEqual({ days: 3, weeks: 0, months: 0 });
  for (const text of ['', '7', '0d', '4w', '7d,', '7d 4w', '-1d', '7y', '10000d', '7d,0d']) expect(readRetention(text)).toBeUndefined();
});

it('keeps all backups of the last days with the one before them, and the newest of each of the last weeks and months', () => {
  const kept = backupsToKeep(nightly(400), { days: 2, weeks: 2, months: 3 });
  // November 22 is the Sunday that ends the week before.
  expect([...kept].sort()).toEqual(['2026-09-30', '2026-10-31', '2026-11-21', '2026-11-22', '2026-11-23']);
});

it('keeps several backups of one day, because each is the way to the seconds before the next', () => {
  const sameDay = [1, 2, 3].map((hour) => ({ id: String(hour), at: new Date(NEWEST + hour * 3_600_000) }));
  expect([...backupsToKeep(sameDay, { days: 1, weeks: 0, months: 0 })].sort()).toEqual(['1', '2', '3']);
});

it('keeps the newest one, however old it is', () => {
  expect([...backupsToKeep([{ id: 'old', at: new Date(0) }], { days: 1, weeks: 0, months: 0 })]).toEqual(['old']);
});
