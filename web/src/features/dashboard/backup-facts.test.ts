import { HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { expect, it } from 'vitest';
import { backupFacts } from './backup-facts.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const healthy = { isSetUp: true, lastBackupAt: ago(10 * HOUR_MS), failure: null, lastDrillAt: ago(30 * HOUR_MS), waitingSince: ago(MINUTE_MS) };
const tones = (state: Partial<typeof healthy>) => Object.fromEntries(backupFacts({ ...healthy, ...state }, NOW).map(({ name, tone }) => [name, tone]));

it('hints at the setting while no backups are set up, and warns of nothing', () => {
  const facts = backupFacts({ isSetUp: false, lastBackupAt: null, failure: null, lastDrillAt: null, waitingSince: null }, NOW);
  expect(facts).toEqual([{ name: 'Last backup', text: expect.stringContaining('STOWAGE_BACKUP_TARGET') }]);
});

it('shows the last backup and the last restore drill', () => {
  expect(tones({})).toEqual({ 'Last backup': undefined, 'Last restore drill': undefined });
});

it('warns of a backup that is older than 26 hours, of a failed one, and of changes that wait for ten minutes', () => {
  expect(tones({ lastBackupAt: ago(27 * HOUR_MS) })['Last backup']).toBe('bad');
  const [last] = backupFacts({ ...healthy, failure: 'No space' }, NOW);
  expect(last).toMatchObject({ text: expect.stringContaining('failed: No space'), tone: 'bad' });
  expect(tones({ waitingSince: ago(11 * MINUTE_MS) })['Waiting for the backup target']).toBe('bad');
});
