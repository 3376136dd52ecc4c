import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOutcomeUnknown, retryPauseMs } from './retry.rules.ts';
import { emptied, fullBucket, refilled, takeToken, withRate } from './token-bucket.rules.ts';

it.each([
  ['throttled', true],
  ['unavailable', true],
  ['broken_answer', true],
  ['refused', false],
  ['unauthorized', false],
  ['failed', false],
] as const)('%s is retried: %s', (kind, isRetried) => {
  expect(retryPauseMs({ kind, attempts: 1, rate: 1, random: 0.5 }) !== undefined).toBe(isRetried);
  expect(retryPauseMs({ kind, attempts: 8, rate: 1, random: 0.5 })).toBeUndefined();
});

it('looks for the result before it retries a call that may have had an effect', () => {
  expect((['throttled', 'unavailable', 'broken_answer', 'refused'] as const).map(isOutcomeUnknown)).toEqual([false, true, true, false]);
});

it('pauses a random time, at most twice the previous one, a minute, or the time of one token', () => {
  const input = fc.record({
    kind: fc.constantFrom('throttled' as const, 'unavailable' as const),
    attempts: fc.integer({ min: 1, max: 7 }),
    rate: fc.double({ min: 0.001, max: 100, noNaN: true }),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(input, ({ kind, attempts, rate, random }) => {
      const pause = retryPauseMs({ kind, attempts, rate, random }) ?? Number.NaN;
      const first = kind === 'throttled' ? Math.max(1_000 / rate, 1_000) : 500;
      expect(pause).toBeGreaterThanOrEqual(0);
      expect(pause).toBeLessThanOrEqual(Math.ceil(Math.min(Math.max(60_000, first), first * 2 ** (attempts - 1))));
    }),
  );
});

it('never lets more calls through a bucket than its burst and rate allow', () => {
  const calls = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(calls, fc.double({ min: 0.01, max: 50, noNaN: true }), fc.integer({ min: 1, max: 20 }), (gaps, rate, burst) => {
      let bucket = fullBucket(rate, burst, 0);
      let now = 0;
      const starts: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const taken = takeToken(bucket, now);
        bucket = taken.bucket;
        starts.push(now + taken.waitMs);
      }
      const last = Math.max(...starts);
      expect(starts.length).toBeLessThanOrEqual(burst + (last / 1000) * rate + 1e-6);
    }),
  );
});

it('is never throttled by a marketplace that receives calls with different delays', () => {
  const calls = fc.array(fc.record({ gap: fc.nat(3_000), delay: fc.nat(95) }), { minLength: 5, maxLength: 40 });
  fc.assert(
    fc.property(calls, fc.constantFrom(0.0167, 0.5, 1), fc.integer({ min: 1, max: 5 }), (sent, rate, burst) => {
      let ours = fullBucket(rate, burst, 0);
      let theirs = fullBucket(rate, burst, 0);
      let now = 0;
      for (const { gap, delay } of sent) {
        now += gap;
        const taken = takeToken(ours, now);
        ours = taken.bucket;
        now += taken.waitMs;
        const left = refilled(theirs, now + delay) - 1;
        expect(left).toBeGreaterThanOrEqual(-1e-6);
        theirs = { ...theirs, tokens: left, at: now + delay };
      }
    }),
  );
});

it('waits for one token in an empty bucket and applies a new rate from now on', () => {
  const bucket = emptied(fullBucket(2, 10, 0), 0);
  expect(takeToken(bucket, 0).waitMs).toBe(500);
  expect(takeToken(withRate(bucket, 4, 0), 0).waitMs).toBe(250);
  expect(withRate(bucket, Number.NaN, 0)).toBe(bucket);
});
