import { writeCounts } from './counts.mjs';

/** Counts the journeys for the summary; the list reporter beside it prints each of them. */
export default class CountingReporter {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome();
      counts[outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed'] += 1;
    }
    writeCounts({ journeys: counts });
  }

  printsToStdio() {
    return false;
  }
}
