import { install } from './install.mjs';
import { bin, run } from './run.mjs';

/** `npm run bench`: measures, and prints each figure beside its reference of the same run. */
try {
  await install();
  const { build } = await import('./build.mjs');
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(await run(bin('tsx'), ['bench/src/first-light.ts', ...process.argv.slice(2)]));
