import { writeFileSync } from 'node:fs';

/** The counts of a part of the suite. `failures` names each failed test. */
export function emptyCounts() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/**
 * Writes the counts of a reporter to the file that `scripts/test.mjs` named when it started the test runner.
 * @param {Record<string, ReturnType<typeof emptyCounts>>} counts by part of the suite
 */
export function writeCounts(counts) {
  const file = process.env.STOWAGE_TEST_COUNTS;
  if (file) writeFileSync(file, JSON.stringify(counts));
}
