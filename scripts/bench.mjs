import { install } from './install.mjs';
import { bin, run } from './run.mjs';

/** `npm run bench`, or `npm run bench -- stock`: measures, and prints each figure beside its reference of the same run. */
const BENCHES = ['first-light', 'stock'];
const [name = 'first-light', ...rest] = process.argv.slice(2);
if (!BENCHES.includes(name)) {
  console.error(`There is no bench ${name}; the benches are ${BENCHES.join(', ')}`);
  process.exit(2);
}
try {
  await install();
  const { build } = await import('./build.mjs');
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(await run(bin('tsx'), [`bench/src/${name}.ts`, ...rest]));
