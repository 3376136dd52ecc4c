import { writeFileSync } from 'node:fs';

/**
 * Hands the number of tests from a reporter to `scripts/test.mjs`, which started the test runner and named the file.
 * @param {Record<string, { passed: number; failed: number; skipped: number }>} counts by part of the suite
 */
export function writeCounts(counts) {
  const file = process.env.STOWAGE_TEST_COUNTS;
  if (file) writeFileSync(file, JSON.stringify(counts));
}
