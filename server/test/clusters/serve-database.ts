import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';

/** Serves the given folder until it is killed, for the tests that kill it. */
await startEmbeddedPostgres({ folder: process.argv[2] ?? '', purpose: 'serve' });
process.stdout.write('serving\n');
setInterval(() => {}, 60_000);
