import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fullBucket, takeToken, tokensInMs } from './token-bucket.rules.ts';

it("returns when so many tokens are available together, at most the bucket's size", () => {
  const { bucket } = takeToken(fullBucket(2, 2, 0), 0);
  expect([1, 2, 3].map((tokens) => tokensInMs(bucket, tokens, 0))).toEqual([0, 550, 550]);
  expect(tokensInMs(bucket, 2, 1_000)).toBe(0);
});

it('returns the waiting time for one token', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 20 }), (pauses) => {
      let [bucket, now] = [fullBucket(1, 2, 0), 0];
      for (const pause of pauses) {
        now += pause;
        const expected = tokensInMs(bucket, 1, now);
        const taken = takeToken(bucket, now);
        expect(taken.waitMs).toBe(expected);
        bucket = taken.bucket;
      }
    }),
  );
});

it('goes on when the clock was set back', () => {
  const emptied = takeToken(fullBucket(1, 1, 3_600_000), 3_600_000).bucket;
  expect(tokensInMs(emptied, 1, 0)).toBe(1_000);
  expect(tokensInMs(takeToken(emptied, 0).bucket, 1, 3_000)).toBe(0);
});
