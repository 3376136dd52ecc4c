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
        counts.failures.push(`${test.titlePath().filter(Boolean).join(' › ')}: ${firstLine(test.results.find(({ error }) => error)?.error?.message)}`);
        counts.failedFiles.push(path.basename(test.location.file));
      }
    }
    writeCounts({ journeys: counts });
  }

  printsToStdio() {
    return false;
  }
}
