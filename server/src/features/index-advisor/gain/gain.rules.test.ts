import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexName } from '../analysis/index-name.rules.ts';
import { type BuildState, buildProgress } from '../creation/build-progress.rules.ts';
import { costsMoreThanItSaves, countedSince, gainPercent, indexBytes, measuredGain, roughScanCost, weightedGain } from './gain.rules.ts';

describe('a gain', () => {
  it('is the saved cost and never negative', () => {
    expect([gainPercent(200, 50), gainPercent(200, 300), gainPercent(0, 5)]).toEqual([75, 0, 0]);
  });

  it('weights several measurements by their duration', () => {
    expect(
      weightedGain([
        { totalMs: 90, percent: 100 },
        { totalMs: 10, percent: 0 },
      ]),
    ).toBe(90);
    expect(weightedGain([])).toBeUndefined();
  });

  it('uses the mean times of statements that ran since the creation', () => {
    const before = { calls: 10, totalMs: 1_000 };
    expect(measuredGain([{ before, after: { calls: 4, totalMs: 100 } }])).toBe(75);
    expect(measuredGain([{ before, after: { calls: 4, totalMs: 800 } }])).toBe(-100);
    expect(measuredGain([{ before, after: { calls: 0, totalMs: 0 } }])).toBeUndefined();
    expect(
      measuredGain([
        { before, after: { calls: 4, totalMs: 100 } },
        { before, after: { calls: 0, totalMs: 0 } },
      ]),
    ).toBe(75);
  });
});

describe('the statistics since a moment', () => {
  const counted = (calls: number, totalMs: number, part = {}) => ({ key: '1', calls, totalMs, since: 'Monday', evictions: null, ...part });

  it.each([
    ['continues', [counted(10, 1_000)], [counted(14, 1_100)], { calls: 4, totalMs: 100 }],
    ['restarted and exceeds the earlier one', [counted(10, 1_000)], [counted(14, 1_100, { since: 'Tuesday' })], { calls: 14, totalMs: 1_100 }],
    ['has more calls and less time', [counted(10, 1_000)], [counted(14, 100)], { calls: 14, totalMs: 100 }],
    ['has fewer calls', [counted(10, 1_000)], [counted(2, 1_100)], { calls: 2, totalMs: 1_100 }],
    ['is new', [], [counted(2, 10)], { calls: 2, totalMs: 10 }],
    ['is forgotten', [counted(10, 1_000)], [], { calls: 0, totalMs: 0 }],
    [
      'is one of two, and restarted',
      [counted(10, 1_000), counted(5, 50, { key: '2' })],
      [counted(3, 30), counted(6, 60, { key: '2' })],
      { calls: 4, totalMs: 40 },
    ],
    ['may have been reset meanwhile', [counted(10, 1_000, { evictions: 1 })], [counted(14, 1_100, { evictions: 2 })], undefined],
  ])('of a statement that %s', (_, at, now, expected) => {
    expect(countedSince(at, now)).toEqual(expected);
  });

  it('are never negative', () => {
    const some = fc.array(
      fc.record({ key: fc.constantFrom('1', '2'), calls: fc.nat(9), totalMs: fc.nat(9), since: fc.constantFrom('a', 'b'), evictions: fc.constant(null) }),
    );
    fc.assert(
      fc.property(some, some, (at, now) => {
        const since = countedSince(at, now);
        expect(Math.min(since?.calls ?? 0, since?.totalMs ?? 0)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('an index', () => {
  it('grows with its rows and keys', () => {
    expect(indexBytes({ rows: 3_000_000, keyWidth: 4, method: 'btree' }) / 1_048_576).toBeCloseTo(63.6, 0);
    expect(indexBytes({ rows: 1, keyWidth: 4, method: 'btree' })).toBe(16_384);
  });

  it("isn't worthwhile when writes cost more than reads save", () => {
    expect(costsMoreThanItSaves({ writesPerHour: 1_000_000, method: 'btree', savedMsPerHour: 10_000 })).toBe(true);
    expect(costsMoreThanItSaves({ writesPerHour: 1_000, method: 'btree', savedMsPerHour: 10_000 })).toBe(false);
  });

  it('is estimated to cost at most one read of each page', () => {
    const tableBytes = 271 * 1_048_576;
    expect(roughScanCost({ matching: 60, tableBytes })).toBeLessThan(300);
    fc.assert(fc.property(fc.nat(3_000_000), (matching) => roughScanCost({ matching, tableBytes }) <= 4 * (tableBytes / 8_192 + 2) + 0.0175 * matching));
  });

  it('has a unique name that PostgreSQL accepts unchanged', () => {
    const candidates = fc.record({
      schema: fc.constant('s'),
      table: fc.string({ minLength: 1, maxLength: 70 }),
      method: fc.constantFrom('btree' as const, 'gin' as const),
      keys: fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(candidates, (one) => {
        const name = indexName(one);
        expect(name).toMatch(/^adv_[a-z0-9_]{1,59}$/);
        expect(indexName({ ...one })).toBe(name);
        expect(indexName({ ...one, keys: [...one.keys, 'another'] })).not.toBe(name);
      }),
    );
  });
});

describe('the progress of a build', () => {
  const PHASES = [
    'initializing',
    'waiting for writers before build',
    'building index: scanning table',
    'building index: sorting live tuples',
    'building index: loading tuples in tree',
    'waiting for writers before validation',
    'index validation: scanning index',
    'index validation: sorting tuples',
    'index validation: scanning table',
    'waiting for old snapshots',
  ];
  const state = (phase: string, share = 0, waitsFor?: number): BuildState => ({
    phase,
    blocksDone: share * 1_000,
    blocksTotal: 1_000,
    rowsDone: share * 1_000,
    rowsTotal: 1_000,
    waitsFor,
  });

  it.each(['btree', 'gin'] as const)("of a %s never goes back between phases and doesn't reach its end early", (method) => {
    const phases = PHASES.filter((phase) => method === 'btree' || !/sorting live|loading/.test(phase));
    const steps = phases
      .flatMap((phase) => [buildProgress(method, state(phase), 0), buildProgress(method, state(phase, 1), 60_000)])
      .map(({ percent }) => percent);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(steps.at(-1)).toBeLessThan(100);
  });

  it('increases slowly when the server reports no counts', () => {
    const at = (ms: number) => buildProgress('btree', state('building index: sorting live tuples'), ms).percent;
    expect(at(0)).toBe(32);
    expect(at(15_000)).toBeGreaterThan(at(2_000));
    expect(at(600_000)).toBeLessThan(58);
  });

  it('names the session that it waits for', () => {
    expect(buildProgress('btree', state('waiting for old snapshots', 0, 77), 0).text).toBe('Waiting for a long transaction');
    expect(buildProgress('btree', state('waiting for old snapshots'), 0).text).toBe('Waiting');
    expect(buildProgress('gin', state('building index: merging tuples'), 0)).toEqual({ percent: 38, text: 'Writing the index' });
  });
});
