import { seedDemo } from './demo-snapshot.ts';

/** `tsx seed-demo.ts FOLDER` seeds the demo of a run beside other tests: most of its time is spent waiting for imports. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder for the demo data');
await seedDemo(folder);
