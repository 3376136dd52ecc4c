import type { JobStatus } from '@stowage/contract/pricing/listing-jobs';
import { expect, it } from 'vitest';
import { overallPercent } from './overall-progress.ts';

const steps: readonly (readonly [JobStatus, number, number])[] = [
  ['STARTED', 0, 0],
  ['FETCHING', 0, 400],
  ['FETCHING', 200, 400],
  ['FETCHING', 400, 400],
  ['BUILDING', 400, 400],
  ['SUBMITTING', 0, 30],
  ['SUBMITTING', 15, 30],
  ['SUBMITTING', 30, 30],
  ['COMPLETED', 400, 400],
];

it('grows over all stages of a sync and never jumps back', () => {
  const percents = steps.map(([status, current, total]) => overallPercent('sync-listings', { status, current, total, isComplete: status === 'COMPLETED' }));
  expect(percents).toEqual([0, 0, 25, 50, 50, 50, 75, 100, 100]);
});

it('counts the pricing of a preview as the whole job', () => {
  expect(overallPercent('preview-listings', { status: 'FETCHING', current: 300, total: 400, isComplete: false })).toBe(75);
  expect(overallPercent('preview-listings', { status: 'COMPLETED', current: 0, total: 0, isComplete: true })).toBe(100);
});
