import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';

/** Serves the folder it is given until it is killed: the victim of the tests beside this file. */
await startEmbeddedPostgres({ folder: process.argv[2] ?? '', purpose: 'serve' });
process.stdout.write('serving\n');
setInterval(() => {}, 60_000);
