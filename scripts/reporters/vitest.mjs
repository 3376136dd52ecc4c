import path from 'node:path';
import { DefaultReporter } from 'vitest/node';
import { duration, root } from '../run.mjs';
import { emptyCounts, firstLine, writeCounts } from './counts.mjs';

const PROGRESS_EVERY_MS = 10_000;

/** Prints a progress line every ten seconds and each failure completely, instead of a line for each of hundreds of files. */
export default class ProgressReporter extends DefaultReporter {
  startedAt = Date.now();
  counts = {};
  files = { done: 0, all: 0 };
  running = new Set();

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.startedAt = Date.now();
    this.files.all = specifications.length;
    this.timer = setInterval(() => this.sayProgress(), PROGRESS_EVERY_MS);
    this.timer.unref();
  }

  onTestModuleStart(module) {
    this.running.add(module.moduleId);
  }

  onTestModuleEnd(module) {
    this.running.delete(module.moduleId);
    this.files.done += 1;
    const counts = this.countsOf(module.project.name);
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
      if (state === 'failed') counts.failures.push(`${module.relativeModuleId} › ${test.fullName}: ${firstLine(errors?.[0]?.message)}`);
    }
    if (module.state() === 'failed') counts.failedFiles.push(module.relativeModuleId);
    // A file that can't be loaded contains no failed test.
    if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) {
      counts.failed += 1;
      counts.failures.push(module.relativeModuleId);
    }
    super.onTestModuleEnd(module);
  }

  /** Passed files are only counted. */
  printTestModule(module) {
    if (module.state() === 'failed') super.printTestModule(module);
  }

  onTestRunEnd(modules, errors, reason) {
    clearInterval(this.timer);
    if (errors.length > 0) {
      const counts = this.countsOf('unhandled errors');
      counts.failed += errors.length;
      counts.failures.push(...errors.map(({ message }) => message));
    }
    writeCounts(this.counts);
    super.onTestRunEnd(modules, errors, reason);
  }

  countsOf(part) {
    this.counts[part] ??= emptyCounts();
    return this.counts[part];
  }

  sayProgress() {
    const sum = (name) => Object.values(this.counts).reduce((total, counts) => total + counts[name], 0);
    const running = [...this.running].map((file) => path.relative(root, file)).join(', ');
    console.log(
      `  ${duration(Date.now() - this.startedAt)}: ${sum('passed')} passed, ${sum('failed')} failed, ${this.files.done} of ${this.files.all} files; running ${running}`,
    );
  }
}
