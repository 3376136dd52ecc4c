import { prepare } from './prepare.mjs';
import { bin, run } from './run.mjs';

/** `npm run bench`: measures, and prints each figure beside its reference of the same run. */
await prepare();
process.exit(await run(bin('tsx'), ['bench/src/first-light.ts', ...process.argv.slice(2)]));
