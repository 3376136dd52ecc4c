import path from 'node:path';
import { emptyCounts, firstLine, writeCounts } from './counts.mjs';

/** Counts the journeys for the summary; the list reporter prints each of them. */
export default class CountingReporter {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const counts = emptyCounts();
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome();
      counts[outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed'] += 1;
      if (outcome === 'unexpected' || outcome === 'flaky') {
        counts.failures.push(`${test.titlePath().filter(Boolean).join(' › ')}: ${describe(test.results.find(({ error }) => error)?.error)}`);
        counts.failedFiles.push(path.basename(test.location.file));
      }
    }
    writeCounts({ journeys: counts });
  }

  printsToStdio() {
    return false;
  }
}

/** The first line of an error, and the line of the code that it stopped at. */
function describe(error) {
  const at = error?.location ? ` at ${path.basename(error.location.file)}:${error.location.line}` : '';
  return `${firstLine(error?.message)}${at}`;
}
