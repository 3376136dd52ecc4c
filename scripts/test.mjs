import { install } from './install.mjs';
import { bin, run } from './run.mjs';

/** `npm test`: everything, from a fresh clone. `npm test -- unit` and the like run one part. */
const PARTS = ['check', 'unit', 'journeys'];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`npm test has no part ${unknown.join(', ')}; its parts are ${PARTS.join(', ')}`);
  process.exit(2);
}
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);

try {
  await install();
  const { check, step } = await import('./check.mjs');
  if (isWanted('check')) await check();
  if (isWanted('unit')) await step('Rules, calls on a real PostgreSQL, screens', () => run(bin('vitest'), ['run']));
  if (isWanted('journeys')) {
    const { findChromium } = await import('./chromium.mjs');
    const { build } = await import('./build.mjs');
    const chromium = await findChromium();
    await build();
    const env = { ...process.env, STOWAGE_CHROMIUM: chromium };
    await step('Journeys in a browser', () => run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], { env }));
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
console.log('\n✓ All tests passed');
