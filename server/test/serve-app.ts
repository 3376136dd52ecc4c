import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/platform/database/connect.ts';
import { createLogger } from '../src/platform/logger.ts';
import { startNotifyBus } from '../src/platform/realtime/notify-bus.ts';

/** Serves a test's database on a port until it is killed: the victim of the tests beside the ledger. */
const { connection, now, port } = JSON.parse(process.argv[2] ?? '{}');
const logger = createLogger('silent');
const { db } = openDatabase(connection, { max: 12, onError: () => {} });
const bus = await startNotifyBus(connection, logger);
const clock = { now: () => new Date(now) };
const app = await buildApp({ db, bus, clock, logger, secrets: { accessTokenKey: 'a key for tests only' }, webFolder: '/nowhere' });
await app.listen({ port, host: '127.0.0.1' });
process.stdout.write('serving\n');
