import { writeFileSync } from 'node:fs';

/** What a part of the suite is counted in; `failures` names each test that failed. */
export function emptyCounts() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/**
 * Hands the number of tests from a reporter to `scripts/test.mjs`, which started the test runner and named the file.
 * @param {Record<string, ReturnType<typeof emptyCounts>>} counts by part of the suite
 */
export function writeCounts(counts) {
  const file = process.env.STOWAGE_TEST_COUNTS;
  if (file) writeFileSync(file, JSON.stringify(counts));
}
