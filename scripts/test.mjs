import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { install } from './install.mjs';
import { emptyCounts } from './reporters/counts.mjs';
import { bin, duration, run } from './run.mjs';
import { changedFiles, selectTests, UNIT_PARTS } from './select-tests.mjs';

/**
 * `npm test` runs the fast suite on any clone, `npm run test:soak` the long tests. Words narrow either one: parts
 * (`unit`, `calls`, `journeys`), areas (`orders`), paths, and `--changed`. README.md, "Working on it".
 */
const words = process.argv.slice(2);
const isSoak = words.includes('--soak');
/** Failed files run once more, alone: docs/decisions/0031-fast-and-soak.md. */
const runsAgain = words.includes('--again');
/** More failed files than these have one cause, which is not the load of the machine. */
const MOST_AGAIN = 3;
const startedAt = Date.now();
/** One entry for each line of the summary. */
const summary = [];

try {
  const selection = selectTests(words.filter((word) => word !== '--soak' && word !== '--again'));
  await timed('Packages', () => install({ tools: true }));
  if (isSoak) await runSoak(selection);
  else await runFast(selection);
} catch (error) {
  console.error(error.message);
  summary.push({ ...emptyCounts(), part: 'failure', failed: 1, ms: 0 });
}
process.exit(summarize());

async function runFast(selection) {
  const { parts, changed } = selection;
  const unit = parts.filter((part) => UNIT_PARTS.includes(part));
  const files = changed === undefined ? [] : changedFiles(changed);
  const journeys = parts.includes('journeys') ? await chooseJourneys(selection, files) : undefined;
  await Promise.all([
    parts.includes('check') && runCheck(),
    // The call tests build the server themselves when no journey needs the whole product.
    journeys && timed('Build', buildProduct),
  ]);
  // The first imports of the demo mostly wait, so they cost the unit tests little.
  const demo = journeys && unit.length > 0 ? seedDemo() : undefined;
  const sqlChanged = files.some((file) => file.startsWith('database/') && file.endsWith('.sql'));
  // The import graph doesn't know which tests a migration affects, so all tests with a database run.
  const whole = changed === undefined ? unit : unit.filter((part) => part === 'calls' && sqlChanged);
  const related = unit.filter((part) => !whole.includes(part));
  if (whole.length > 0) await runVitest(whole, selection.filters, [], selection.isWhole);
  if (related.length > 0) await runVitest(related, selection.filters, [`--changed=${changed}`], false);
  if (journeys) await runJourneys(journeys, selection.isWhole, await demo);
}

/** Seeds the demo in the background. @returns its folder; undefined when it failed, so that the journeys try and report it */
async function seedDemo() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const code = await run(bin('tsx'), ['e2e/support/seed-demo.ts', folder]);
  return code === 0 ? folder : undefined;
}

async function runSoak({ filters, isWhole, parts }) {
  if (isWhole) await runPackageCheck();
  if (parts.some((part) => UNIT_PARTS.includes(part))) await runVitest(['soak'], filters, [], isWhole);
  if (!parts.includes('journeys')) return;
  await timed('Build', buildProduct);
  await runJourneys(filters, isWhole, undefined);
}

async function runCheck() {
  const { check } = await import('./check.mjs');
  const began = Date.now();
  const counts = await check();
  summary.push({ ...counts, part: 'check', ms: Date.now() - began });
}

async function runPackageCheck() {
  const { checkPackages } = await import('./checks/check-packages.mjs');
  const began = Date.now();
  summary.push({ ...(await checkPackages()), part: 'licenses and advisories', ms: Date.now() - began });
}

async function buildProduct() {
  const { build } = await import('./build.mjs');
  await build();
}

/** @returns file patterns of journeys; undefined when the changes affect none */
async function chooseJourneys({ filters, changed, isWhole }, files) {
  if (isWhole) return [];
  const { journeysOf } = await import('./select-journeys.mjs');
  return journeysOf({ filters, files, isChanged: changed !== undefined });
}

async function runVitest(projects, filters, options, mustRun) {
  console.log(`\n▸ ${projects.join(', ')}`);
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), '--reporter=./scripts/reporters/vitest.mjs', '--passWithNoTests'];
  await runCounted(projects, mustRun, (env, failed) => run(bin('vitest'), [...args, ...options, ...(failed ?? filters)], { env }));
}

/** @param {string | undefined} demo the folder of the demo data, if it was seeded before */
async function runJourneys(patterns, mustRun, demo) {
  const { findChromium } = await import('./chromium.mjs');
  const chromium = await timed('Chromium', findChromium);
  console.log('\n▸ journeys in a browser');
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests'];
  const environment = { STOWAGE_CHROMIUM: chromium, ...(isSoak && { STOWAGE_SOAK: 'on' }), ...(demo !== undefined && { STOWAGE_DEMO_SNAPSHOT: demo }) };
  await runCounted(['journeys'], mustRun, (env, failed) => run(bin('playwright'), [...args, ...(failed ?? patterns)], { env: { ...env, ...environment } }));
}

/**
 * Runs a test runner with a counting reporter and adds a line to the summary for each part.
 * @param {string[]} parts
 * @param {boolean} mustRun whether a part without tests is a failure
 * @param {(env: NodeJS.ProcessEnv, failed?: string[]) => Promise<number>} work runs all files, or those that failed, and returns the exit code
 */
async function runCounted(parts, mustRun, work) {
  const began = Date.now();
  const first = await runOnce(work);
  const failed = Object.values(first.counts).flatMap(({ failedFiles }) => failedFiles);
  const isAgain = runsAgain && failed.length > 0 && failed.length <= MOST_AGAIN;
  if (isAgain) console.log(`\n▸ again, alone: ${failed.join(', ')}`);
  const { counts, code } = isAgain ? withSecondRun(first, await runOnce(work, failed)) : first;
  const ms = Date.now() - began;
  const lines = [...new Set([...parts, ...Object.keys(counts)])].map((part) => ({ ...emptyCounts(), part, ms, ...counts[part] }));
  const hasFailure = lines.some((line) => line.failed > 0);
  if (code !== 0 && !hasFailure) lines.push({ ...emptyCounts(), part: `${parts.join(', ')}: the test runner ended with ${code}`, failed: 1, ms });
  for (const line of lines) {
    const isEmpty = mustRun && line.passed + line.failed === 0;
    summary.push(isEmpty ? { ...line, part: `${line.part}: no test ran`, failed: 1 } : line);
  }
}

async function runOnce(work, failed) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-counts-'));
  const file = path.join(folder, 'counts.json');
  const code = await work({ ...process.env, STOWAGE_TEST_COUNTS: file }, failed);
  const counts = readCounts(file);
  rmSync(folder, { recursive: true, force: true });
  return { counts, code };
}

/** The first run, in which the parts count as passed whose failed files all passed alone. Their failures stay in the summary. */
function withSecondRun(first, second) {
  const counts = Object.fromEntries(
    Object.entries(first.counts).map(([part, all]) => {
      const { failed = 1, passed = 0 } = second.counts[part] ?? {};
      const isPassed = all.failedFiles.length > 0 && failed === 0 && passed >= all.failed;
      return [part, isPassed ? { ...all, failed: 0, passed: all.passed + all.failed, unsteady: all.failed } : all];
    }),
  );
  return { counts, code: second.code };
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

async function timed(name, work) {
  const began = Date.now();
  const result = await work();
  if (Date.now() - began > 1_000) console.log(`✓ ${name} (${duration(Date.now() - began)})`);
  return result;
}

/** Prints a line for each part, the names of the failed tests, and the totals. @returns the exit code */
function summarize() {
  const total = (name) => summary.reduce((sum, line) => sum + line[name], 0);
  console.log('');
  for (const { part, passed, failed, skipped, unsteady = 0, failures, ms } of summary) {
    const more = `${skipped > 0 ? `, ${skipped} skipped` : ''}${unsteady > 0 ? `, ${unsteady} passed only alone` : ''}`;
    console.log(`${failed === 0 ? '✓' : '✗'} ${part}: ${passed} passed, ${failed} failed${more} (${duration(ms)})`);
    for (const failure of failures) console.log(`    ${failure}`);
  }
  console.log(`Total time: ${duration(Date.now() - startedAt)}`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 && summary.length > 0 ? 0 : 1;
}
