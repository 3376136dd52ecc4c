import path from 'node:path';
import { install } from './install.mjs';
import { emptyCounts } from './reporters/counts.mjs';
import { bin, capture, duration, isMain } from './run.mjs';

/** The number of parallel steps: the cores of the smallest supported machine. */
const AT_ONCE = 2;

/**
 * TypeScript stores its build information here, so that it checks only what changed. Each of its checkers learns the shared types
 * anew: four, the default, use twice as much of the processor as one, and the steps run beside each other anyway.
 */
const types = (name, project) => {
  const buildInfo = path.join('.cache', 'types', `${name}.tsbuildinfo`);
  return [bin('tsc'), ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfo, '--checkers', '1']];
};

/** The longest steps start first, so that no core is idle at the end. */
const STEPS = [
  ['architecture', [process.execPath, ['scripts/checks/check-imports.mjs']]],
  ['lint and format', [bin('biome'), ['check', '--error-on-warnings', '.']]],
  ['unused code and packages', [bin('knip'), []]],
  ['types of the server', types('server', 'tsconfig.json')],
  ['types of the page', types('web', 'web/tsconfig.json')],
  ['types of the journeys', types('e2e', 'e2e/tsconfig.json')],
];

/**
 * Finds all errors that need no running product: types, lint, format, architecture, unused code.
 * @returns how many steps passed and failed, and the names of those that failed
 */
export async function check() {
  const waiting = [...STEPS];
  const result = emptyCounts();
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const [name, [command, args]] = step;
      const startedAt = Date.now();
      const { code, output } = await capture(command, args, { env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' } });
      result[code === 0 ? 'passed' : 'failed'] += 1;
      console.log(`${code === 0 ? '✓' : '✗'} check: ${name} (${duration(Date.now() - startedAt)})`);
      if (code === 0) continue;
      result.failures.push(name);
      console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return result;
}

if (isMain(import.meta.url)) {
  try {
    await install({ tools: true });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  const startedAt = Date.now();
  const { passed, failed } = await check();
  console.log(`\n${passed} of ${passed + failed} steps passed in ${duration(Date.now() - startedAt)}`);
  process.exit(failed === 0 ? 0 : 1);
}
