import { writeFileSync } from 'node:fs';

/** The counts of a part of the suite. `failures` names each failed test with its error, `failedFiles` the files to run again. */
export function emptyCounts() {
  return { passed: 0, failed: 0, skipped: 0, failures: [], failedFiles: [] };
}

/** The first line of an error, without the colors of a terminal. */
export function firstLine(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with a control character
  return (message ?? '').replace(/\u001b\[[0-9;]*m/g, '').split('\n')[0];
}

/**
 * Writes the counts of a reporter to the file that `scripts/test.mjs` named when it started the test runner.
 * @param {Record<string, ReturnType<typeof emptyCounts>>} counts by part of the suite
 */
export function writeCounts(counts) {
  const file = process.env.STOWAGE_TEST_COUNTS;
  if (file) writeFileSync(file, JSON.stringify(counts));
}
